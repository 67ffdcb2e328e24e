// Package site looks at the site of redisvet docs in a real browser.
package site

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// build builds the command and writes the site.
func build(t *testing.T) (redisvet, dir string) {
	t.Helper()
	bin := t.TempDir()
	redisvet = filepath.Join(bin, "redisvet")
	if out, err := exec.Command("go", "build", "-C", filepath.Join("..", "..", ".."), "-o", bin+string(filepath.Separator), "./cmd/redisvet", "./cmd/redisvet-docs").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	dir = filepath.Join(bin, "site")
	if out, err := exec.Command(redisvet, "docs", "-o", dir).CombinedOutput(); err != nil {
		t.Fatalf("redisvet docs -o: %v\n%s", err, out)
	}
	return redisvet, dir
}

// TestServe: the command serves on loopback what it writes, and an interrupt ends it without an error.
func TestServe(t *testing.T) {
	redisvet, dir := build(t)
	cmd := exec.Command(redisvet, "docs", "-http", "127.0.0.1:0")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url := regexp.MustCompile(`http://127\.0\.0\.1:\d+/`).FindString(line)
	if url == "" {
		t.Fatalf("no address in %q", line)
	}
	for _, name := range []string{"", "checks/lostupdate.html", "style.css"} {
		resp, err := http.Get(url + name)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if name == "" {
			name = "index.html"
		}
		if want, _ := os.ReadFile(filepath.Join(dir, name)); err != nil || string(body) != string(want) {
			t.Errorf("%s: served otherwise than written (%v)", name, err)
		}
	}
	// The address is taken: trouble, not findings.
	again := exec.Command(redisvet, "docs", "-http", strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/"))
	if text, _ := again.CombinedOutput(); again.ProcessState.ExitCode() != 2 || !strings.Contains(string(text), "in use") {
		t.Errorf("a second server: exit %d\n%s", again.ProcessState.ExitCode(), text)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("after an interrupt: %v", err)
	}
}

// chromium runs a headless browser without a network beyond loopback.
func chromium(t *testing.T, args ...string) string {
	t.Helper()
	name := ""
	for _, n := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(n); err == nil {
			name = p
			break
		}
	}
	if name == "" {
		t.Skip("left out: no browser has looked at the site; apt-get install chromium")
	}
	args = append([]string{"--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--user-data-dir=" + t.TempDir(),
		"--disable-background-networking", "--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--virtual-time-budget=60000"}, args...)
	cmd := exec.Command(name, args...)
	cmd.WaitDelay = time.Second
	timer := time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
	defer timer.Stop()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

// probe measures each page in frames of a phone's and of a desktop's width, and says what sticks out of them.
const probe = `<!DOCTYPE html><html><body><pre id="result">not done</pre><script>
const pages = %s, widths = [360, 800, 1400], wide = [];
(async () => {
	for (const page of pages) for (const width of widths) {
		const f = document.createElement("iframe");
		f.style.width = width + "px"; f.style.height = "800px"; f.src = page;
		document.body.append(f);
		await new Promise(done => f.onload = done);
		const d = f.contentDocument, root = d.documentElement;
		if (root.scrollWidth > root.clientWidth) wide.push(page + " at " + width + ": " + root.scrollWidth);
		if (getComputedStyle(d.body).marginTop !== "0px") wide.push(page + ": no style sheet");
		if (d.querySelectorAll("h1").length !== 1) wide.push(page + ": no title");
		for (const svg of d.querySelectorAll("svg text")) {
			const t = svg.getBoundingClientRect(), box = svg.ownerSVGElement.getBoundingClientRect();
			if (t.left < box.left - 1 || t.right > box.right + 1) wide.push(page + " at " + width + ": text outside of its diagram: " + svg.textContent);
		}
		f.remove();
	}
	document.getElementById("result").textContent = JSON.stringify({measured: pages.length * widths.length, wide});
})();
</script></body></html>`

// TestLayout: no page is wider than the window, at any width, and no text sticks out of its diagram.
func TestLayout(t *testing.T) {
	_, dir := build(t)
	var pages []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".html" {
			rel, _ := filepath.Rel(dir, path)
			pages = append(pages, "/"+filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil || len(pages) < 50 {
		t.Fatal(len(pages), err)
	}
	list, _ := json.Marshal(pages)
	files := http.FileServer(http.Dir(dir))
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/probe" {
			fmt.Fprintf(w, probe, list)
			return
		}
		// index.html would be redirected to its directory.
		if strings.HasSuffix(r.URL.Path, "/index.html") {
			http.ServeContent(w, r, "index.html", time.Time{}, open(t, filepath.Join(dir, r.URL.Path)))
			return
		}
		files.ServeHTTP(w, r)
	}))
	defer srv.Close()
	if host, _, _ := net.SplitHostPort(srv.Listener.Addr().String()); host != "127.0.0.1" {
		t.Fatal(host)
	}
	dom := chromium(t, "--window-size=1600,1000", "--dump-dom", srv.URL+"/probe")
	m := regexp.MustCompile(`(?s)<pre id="result">(.*?)</pre>`).FindStringSubmatch(dom)
	var result struct {
		Measured int
		Wide     []string
	}
	if m == nil || json.Unmarshal([]byte(html.UnescapeString(m[1])), &result) != nil {
		t.Fatalf("the browser did not measure: %.500s", dom)
	}
	if result.Measured != 3*len(pages) {
		t.Errorf("%d pages measured of %d", result.Measured, 3*len(pages))
	}
	for _, w := range result.Wide {
		t.Error(w)
	}
}

func open(t *testing.T, name string) *os.File {
	f, err := os.Open(name)
	if err != nil {
		t.Error(err)
		return nil
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// TestScreenshots takes pictures, light and dark, wide and narrow, which REDISVET_SHOTS keeps in a directory for the eye, and looks
// whether they show what they must: a page that is light or dark, and not empty.
func TestScreenshots(t *testing.T) {
	_, dir := build(t)
	shots := os.Getenv("REDISVET_SHOTS")
	if shots == "" {
		shots = t.TempDir()
	}
	for _, shot := range []struct {
		name, page    string
		width, height int
		dark          bool
	}{
		{"index", "index.html", 1400, 1200, false},
		{"index-narrow-dark", "index.html", 500, 1200, true},
		{"check-dark", "checks/lostupdate.html", 1400, 2600, true},
		{"check-narrow", "checks/lostupdate.html", 500, 3000, false},
	} {
		t.Run(shot.name, func(t *testing.T) {
			file := filepath.Join(shots, shot.name+".png")
			scheme := 1
			if shot.dark {
				scheme = 0
			}
			chromium(t, fmt.Sprintf("--window-size=%d,%d", shot.width, shot.height), fmt.Sprintf("--blink-settings=preferredColorScheme=%d", scheme),
				"--screenshot="+file, "file://"+filepath.ToSlash(filepath.Join(dir, shot.page)))
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			img, err := png.Decode(f)
			if err != nil {
				t.Fatal(err)
			}
			if got := img.Bounds().Dx(); got != shot.width {
				t.Errorf("%d pixels wide, want %d", got, shot.width)
			}
			background, share := common(img)
			if dark := brightness(background) < 0.5; dark != shot.dark {
				t.Errorf("background %v: dark %v, want %v", background, dark, shot.dark)
			}
			if share < 0.3 || share > 0.97 {
				t.Errorf("%.0f%% of the picture is background", 100*share)
			}
		})
	}
}

// common returns the most frequent colour of a picture and its share.
func common(img image.Image) (color.Color, float64) {
	count := map[color.RGBA]int{}
	b := img.Bounds()
	n := 0
	for y := b.Min.Y; y < b.Max.Y; y += 3 {
		for x := b.Min.X; x < b.Max.X; x += 3 {
			count[color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)]++
			n++
		}
	}
	var most color.RGBA
	for c, k := range count {
		if k > count[most] {
			most = c
		}
	}
	return most, float64(count[most]) / float64(n)
}

func brightness(c color.Color) float64 {
	return float64(color.GrayModel.Convert(c).(color.Gray).Y) / 255
}
