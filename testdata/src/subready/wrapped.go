package subready

import (
	"context"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/wrapped"
)

func publishedByOtherPackageIsUnknown(ctx context.Context, rdb *redis.Client, s *wrapped.Store) (string, error) {
	sub := rdb.Subscribe(ctx, "news")
	defer sub.Close()
	if err := s.Publish(ctx, "news", "hello"); err != nil {
		return "", err
	}
	m, err := sub.ReceiveMessage(ctx)
	if err != nil {
		return "", err
	}
	return m.Payload, nil
}

func subscribedByOtherPackageWhichWaits(ctx context.Context, rdb *redis.Client) (string, error) {
	sub, err := wrapped.Subscribe(ctx, rdb, "news")
	if err != nil {
		return "", err
	}
	defer sub.Close()
	if err := rdb.Publish(ctx, "news", "hello").Err(); err != nil {
		return "", err
	}
	m, err := sub.ReceiveMessage(ctx)
	if err != nil {
		return "", err
	}
	return m.Payload, nil
}

type bus struct{ rdb *redis.Client }

func (b bus) listen(ctx context.Context) *redis.PubSub { return b.rdb.Subscribe(ctx, "news") }
func (b bus) say(ctx context.Context, text string) error {
	return b.rdb.Publish(ctx, "news", text).Err()
}

func byMethods(ctx context.Context, b bus) error {
	sub := b.listen(ctx)
	defer sub.Close()
	if err := b.say(ctx, "hello"); err != nil { // want `Publish may overtake subscription sub, which is not confirmed yet; the message is lost`
		return err
	}
	_, err := sub.ReceiveMessage(ctx)
	return err
}
