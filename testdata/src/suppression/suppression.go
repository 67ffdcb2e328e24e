// Package suppression has directives of every wrong form, and right ones.
package suppression

import (
	"context"

	"github.com/redis/go-redis/v9"
)

//redisvet:file-ignore suppression // want `directive for suppression needs a reason after the name`

func noReason(ctx context.Context, rdb *redis.Client) {
	rdb.Ping(ctx) //redisvet:ignore suppression // want `directive for suppression needs a reason after the name; without one it silences nothing`
}

func noCheck(ctx context.Context, rdb *redis.Client) {
	rdb.Ping(ctx) //redisvet:ignore // want `directive names no check`
}

func unknownCheck(ctx context.Context, rdb *redis.Client) {
	rdb.Ping(ctx) //redisvet:ignore suppressio it is only a ping // want `directive names the unknown check suppressio; did you mean suppression\?`
	rdb.Ping(ctx) //redisvet:ignore somethingelse it is only a ping // want `directive names the unknown check somethingelse$`
}

func unknownVerb(ctx context.Context, rdb *redis.Client) {
	rdb.Ping(ctx) //redisvet:disable directive it is only a ping // want `directive has an unknown verb`
}

func spaced(ctx context.Context, rdb *redis.Client) {
	rdb.Ping(ctx) // redisvet:ignore directive it is only a ping // want `directive has a space after the slashes`
}

// prose: a comment may say that redisvet:ignore needs a reason.
func prose(ctx context.Context, rdb *redis.Client) {
	rdb.Ping(ctx) // see redisvet:ignore in the manual
}

func silencesNothing(ctx context.Context, rdb *redis.Client) {
	//redisvet:ignore suppression there is nothing wrong below // want `directive silences no finding of suppression; it would hide the next one`
	rdb.Ping(ctx)
}

func silenced(ctx context.Context, rdb *redis.Client) {
	//redisvet:ignore suppression the name below is of a check to come
	rdb.Ping(ctx) //redisvet:ignore futurecheck it is only a ping
}

// listWithBlanks has a blank after the comma.
//
//redisvet:ignore suppression, suppression the names below are of checks to come
func listWithBlanks(ctx context.Context, rdb *redis.Client) {
	rdb.Ping(ctx) //redisvet:ignore futurecheck, otherfuture it is only a ping
}
