// Empty is a vet tool that does nothing: the floor of what any can cost.
package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	if err := answer(os.Args[len(os.Args)-1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func answer(arg string) error {
	switch arg {
	case "-flags":
		fmt.Println("[]")
		return nil
	case "-V=full":
		exe, err := os.Executable()
		if err != nil {
			return err
		}
		data, err := os.ReadFile(exe)
		if err != nil {
			return err
		}
		fmt.Printf("%s version devel empty buildID=%x\n", exe, sha256.Sum256(data))
		return nil
	}
	data, err := os.ReadFile(arg)
	if err != nil {
		return err
	}
	var cfg struct{ VetxOutput string }
	if err := json.Unmarshal(data, &cfg); err != nil {
		return err
	}
	return os.WriteFile(cfg.VetxOutput, nil, 0o666)
}
