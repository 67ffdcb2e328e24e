// Package suppress has a finding of the check probe at each Echo, and directives at every place where people write them.
package suppress

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

var (
	ctx = context.Background()
	rdb = redis.NewClient(&redis.Options{})
)

func nothing() {
	rdb.Echo(ctx, "x") // want `echo`
}

func sameLine() {
	rdb.Echo(ctx, "x") //redisvet:ignore probe it is a test
}

func lineAbove() {
	//redisvet:ignore probe it is a test
	rdb.Echo(ctx, "x")
}

func lineAboveWithMoreComments() {
	//redisvet:ignore probe it is a test
	// The server answers with the text.
	rdb.Echo(ctx, "x")
}

func underAnotherComment() {
	// The server answers with the text.
	//redisvet:ignore probe it is a test
	rdb.Echo(ctx, "x")
}

func blankLineBetween() {
	//redisvet:ignore probe it is a test // want `directive silences no finding of probe`

	rdb.Echo(ctx, "x") // want `echo`
}

func endOfLineDoesNotReachTheNext() {
	rdb.Ping(ctx)      //redisvet:ignore probe it is a test // want `directive silences no finding of probe`
	rdb.Echo(ctx, "x") // want `echo`
}

func onlyTheNextLine() {
	//redisvet:ignore probe it is a test
	rdb.Echo(ctx, "x")
	rdb.Echo(ctx, "y") // want `echo`
}

func aboveStatementOfManyLines() (string, error) {
	//redisvet:ignore probe it is a test
	return choose(
		"x",
		rdb.Echo(ctx, "x"),
	)
}

func insideStatementOfManyLines() (string, error) {
	return choose(
		"x",
		rdb.Echo(ctx, "x"), //redisvet:ignore probe it is a test
	)
}

func insideFindingOfManyLines() {
	rdb.Echo(
		ctx,
		"x", //redisvet:ignore probe it is a test
	)
}

func aboveCondition() bool {
	//redisvet:ignore probe it is a test
	if rdb.Echo(ctx, "x").Err() != nil {
		rdb.Echo(ctx, "y") // want `echo`
		return false
	}
	return true
}

func aboveClosureSilencesNothingInIt() {
	//redisvet:ignore probe it is a test // want `directive silences no finding of probe`
	time.AfterFunc(time.Second, func() {
		rdb.Echo(ctx, "x") // want `echo`
	})
}

func inClosure() {
	time.AfterFunc(time.Second, func() {
		//redisvet:ignore probe it is a test
		rdb.Echo(ctx, "x")
	})
}

func deferred() {
	//redisvet:ignore probe it is a test
	defer rdb.Echo(ctx, "x")
	switch {
	//redisvet:ignore probe it is a test
	case rdb.Echo(ctx, "y").Val() == "y":
	}
}

var table = map[string]*redis.StringCmd{
	//redisvet:ignore probe it is a test
	"x": rdb.Echo(ctx, "x"),
	"y": rdb.Echo(ctx, "y"), // want `echo`
}

// documented has it for the whole function.
//
//redisvet:ignore probe it is a test
func documented() {
	rdb.Echo(ctx, "x")
	func() {
		rdb.Echo(ctx, "y")
	}()
}

//redisvet:ignore probe it is a test
var declared = []*redis.StringCmd{
	rdb.Echo(ctx, "x"),
	rdb.Echo(ctx, "y"),
}

var (
	// one of a group
	//
	//redisvet:ignore probe it is a test
	one = []*redis.StringCmd{
		rdb.Echo(ctx, "x"),
	}
	other = rdb.Echo(ctx, "y") // want `echo`
)

// documentedForNothing has no finding.
//
//redisvet:ignore probe it is a test // want `directive silences no finding of probe`
func documentedForNothing() {
	rdb.Ping(ctx)
}

func otherCheck() {
	rdb.Echo(ctx, "x") //redisvet:ignore duration it is a test // want `echo`
}

func noReasonSilencesNothing() {
	rdb.Echo(ctx, "x") //redisvet:ignore probe // want `echo`
}

func spacedSilencesNothing() {
	rdb.Echo(ctx, "x") // redisvet:ignore probe it is a test // want `echo`
}

func listOfChecks() {
	rdb.Echo(ctx, "x") //redisvet:ignore duration,probe it is a test
	rdb.Echo(ctx, "x") //redisvet:ignore duration, probe it is a test
	rdb.Ping(ctx)      //redisvet:ignore duration,probe it is a test // want `directive silences no finding of probe`
}

func formerName() {
	rdb.Echo(ctx, "x") //redisvet:ignore oldprobe it is a test
	rdb.Ping(ctx)      //redisvet:ignore oldprobe it is a test // want `directive silences no finding of oldprobe`
}

func reportedTwice() {
	rdb.Echo(ctx, "twice") // want `echo`
}

func choose(string, *redis.StringCmd) (string, error) { return "", nil }
