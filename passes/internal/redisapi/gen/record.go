package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	redis9 "github.com/redis/go-redis/v9"
)

// recordedVersion is the version of the server in the snapshot.
const recordedVersion = "7.0"

// server is a redis-server on a free loopback port, with its files in a directory of its own.
type server struct {
	addr string
	cmd  *exec.Cmd
	dir  string
}

func startServer() (*server, error) {
	path, err := exec.LookPath("redis-server")
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := l.Addr().(*net.TCPAddr)
	l.Close()
	dir, err := os.MkdirTemp("", "redisapi")
	if err != nil {
		return nil, err
	}
	s := &server{addr: addr.String(), dir: dir}
	s.cmd = exec.Command(path, "--port", strconv.Itoa(addr.Port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", dir)
	s.cmd.Stdout, s.cmd.Stderr = io.Discard, io.Discard
	if err := s.cmd.Start(); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	for range 100 {
		if c, err := net.Dial("tcp", s.addr); err == nil {
			c.Close()
			return s, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.stop()
	return nil, errors.New("redis-server does not answer")
}

func (s *server) stop() {
	s.cmd.Process.Kill()
	s.cmd.Wait()
	os.RemoveAll(s.dir)
}

// record writes the snapshot of a live server: what it says of its commands, and what the methods of v9 make of a missing key.
func record() error {
	s, err := startServer()
	if err != nil {
		return err
	}
	defer s.stop()
	c := redis9.NewClient(&redis9.Options{Addr: s.addr, DisableIdentity: true})
	defer c.Close()
	if err := recordServer(context.Background(), c, serverFile); err != nil {
		return err
	}
	facts, err := readFacts(serverFile, newerFile)
	if err != nil {
		return err
	}
	replies, err := measure(s.addr, facts)
	if err != nil {
		return err
	}
	return writeReplies(repliesFile, replies)
}

func writeReplies(file string, replies []string) error {
	return os.WriteFile(file, []byte("method\treply\n"+strings.Join(replies, "\n")+"\n"), 0o644)
}

// recordServer writes what the server says of its commands, in the old protocol, where maps are plain lists.
func recordServer(ctx context.Context, c *redis9.Client, file string) error {
	opt := *c.Options()
	opt.Protocol = 2
	c = redis9.NewClient(&opt)
	defer c.Close()
	docs, err := c.Do(ctx, "COMMAND", "DOCS").Slice()
	if err != nil {
		return err
	}
	groups := map[string][2]string{}
	readDocs(groups, docs)
	infos, err := c.Do(ctx, "COMMAND").Slice()
	if err != nil {
		return err
	}
	var lines []string
	readInfos(&lines, groups, infos)
	slices.Sort(lines)
	head := "command\tgroup\tsince\tarity\tflags\tfirst\tlast\tstep\tkeys\n"
	return os.WriteFile(file, []byte(head+strings.Join(lines, "\n")+"\n"), 0o644)
}

func pairs(v any) map[string]any {
	m := map[string]any{}
	list, _ := v.([]any)
	for i := 0; i+1 < len(list); i += 2 {
		m[fmt.Sprint(list[i])] = list[i+1]
	}
	return m
}

func words(v any) []string {
	list, _ := v.([]any)
	var out []string
	for _, w := range list {
		out = append(out, fmt.Sprint(w))
	}
	return out
}

// readDocs collects group and since of commands and subcommands, by the name of COMMAND ("acl|cat").
func readDocs(into map[string][2]string, docs any) {
	for name, doc := range pairs(docs) {
		d := pairs(doc)
		into[name] = [2]string{fmt.Sprint(d["group"]), fmt.Sprint(d["since"])}
		readDocs(into, d["subcommands"])
	}
}

func readInfos(lines *[]string, groups map[string][2]string, infos []any) {
	for _, i := range infos {
		info, _ := i.([]any)
		if len(info) < 10 {
			continue
		}
		name := fmt.Sprint(info[0])
		flags := words(info[2])
		slices.Sort(flags)
		var specs []string
		list, _ := info[8].([]any)
		for _, spec := range list {
			specs = append(specs, specText(pairs(spec)))
		}
		doc := groups[name]
		*lines = append(*lines, strings.Join([]string{
			strings.ToUpper(strings.ReplaceAll(name, "|", " ")), doc[0], doc[1], fmt.Sprint(info[1]), strings.Join(flags, ","),
			fmt.Sprint(info[3]), fmt.Sprint(info[4]), fmt.Sprint(info[5]), strings.Join(specs, " "),
		}, "\t"))
		subs, _ := info[9].([]any)
		readInfos(lines, groups, subs)
	}
}

// specText is the form that package keyspec reads.
func specText(spec map[string]any) string {
	begin, find := "?", "?"
	b, f := pairs(spec["begin_search"]), pairs(spec["find_keys"])
	bs, fs := pairs(b["spec"]), pairs(f["spec"])
	switch b["type"] {
	case "index":
		begin = fmt.Sprintf("@%v", bs["index"])
	case "keyword":
		begin = fmt.Sprintf("%v%+d", bs["keyword"], bs["startfrom"])
	}
	switch f["type"] {
	case "range":
		find = fmt.Sprintf("range:%v:%v:%v", fs["lastkey"], fs["keystep"], fs["limit"])
	case "keynum":
		find = fmt.Sprintf("keynum:%v:%v:%v", fs["keynumidx"], fs["firstkey"], fs["keystep"])
	}
	return begin + "/" + find + "/" + strings.Join(words(spec["flags"]), "+")
}
