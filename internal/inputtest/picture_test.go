package inputtest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/llm"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/model/modeltest"
	"github.com/verdict-run/verdict/agent/screen"
)

func itoa(n int) string { return strconv.Itoa(n) }

// pink is the middle of what is pink in a picture, as a model sees it.
func pink(data []byte) (screen.Point, error) {
	p, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return screen.Point{}, err
	}
	var x, y, n float64
	b := p.Bounds()
	for j := b.Min.Y; j < b.Max.Y; j++ {
		for i := b.Min.X; i < b.Max.X; i++ {
			r, g, bl, _ := p.At(i, j).RGBA()
			if r>>8 > 180 && g>>8 < 90 && bl>>8 > 110 && bl>>8 < 170 {
				x, y, n = x+float64(i)+.5, y+float64(j)+.5, n+1
			}
		}
	}
	if n == 0 {
		return screen.Point{}, errors.New("nothing is pink")
	}
	return screen.Point{X: x / n, Y: y / n}, nil
}

// at points at what is pink.
func at(name, target string) move {
	return func(v view) (string, map[string]any) {
		name, a := act(name, args{"target": target})(v)
		if name == "" {
			return "", nil
		}
		p, err := pink(v.Seen.Picture.Data)
		if err != nil {
			return "", nil
		}
		a["point"] = xy(p)
		return name, a
	}
}

// middle points at the middle of a listed element, where it stands in the picture.
func middle(name, target string, words ...string) move {
	return func(v view) (string, map[string]any) {
		name, a := act(name, args{"target": target})(v)
		n := v.Numbered(1, words...)
		if name == "" || n == 0 {
			return "", nil
		}
		for _, it := range v.Seen.Items {
			if it.Number == n {
				a["point"] = xy(v.Seen.Tree.Nodes[it.Index].Box.Center())
			}
		}
		return name, a
	}
}

// smaller are models that are sent a smaller picture than was taken, and answer in their own space.
func smaller() []kind {
	var all []kind
	for id, s := range map[string]llm.Space{
		"picture-in-pixels": {Kind: llm.Pixels}, "picture-in-thousandths": {Kind: llm.Thousand}, "picture-y-first": {Kind: llm.Thousand, YFirst: true},
	} {
		k := onMap(id, kind{}.spec)
		k.moves = nil
		k.decider = func(t *testing.T, _ <-chan string) agent.Decider {
			client := modeltest.NewFunc(func(n int, r model.Request) (*model.Response, error) { return eyes(n, r, s) })
			d, err := llm.New(llm.Config{Agent: llm.Role{Client: client, MaxEdge: 700, Space: &s}})
			require.NoError(t, err)
			return d
		}
		all = append(all, k)
	}
	return all
}

// eyes is a model that does the case of the map; n counts its calls.
func eyes(n int, r model.Request, s llm.Space) (*model.Response, error) {
	number := func(words string) int {
		for _, line := range strings.Split(modeltest.Text(r), "\n") {
			if strings.Contains(line, words) {
				k, _ := strconv.Atoi(strings.Fields(line)[0])
				return k
			}
		}
		return 0
	}
	var call model.ToolCall
	switch n {
	case 1:
		at, err := answered(r, s)
		if err != nil {
			return nil, err
		}
		call = modeltest.ToolCall("click", args{"sentence": 1, "target": "the pink square", "point": at})
	case 2:
		call = modeltest.ToolCall("click", args{"sentence": 2, "target": `"Details" checkbox`, "number": number(`checkbox "Details"`), "state": "on"})
	case 3:
		call = modeltest.ToolCall("click", args{"sentence": 3, "target": save, "number": number(`button "Save"`)})
	case 4:
		call = modeltest.ToolCall("assert", args{"checks": []int{4}})
	default:
		call = modeltest.ToolCall("execution-finished", args{"success": true, "reasoning": "done"})
	}
	return modeltest.CallsAll(call).Response, nil
}

// answered is the pink square in the picture of a request, in the space of the model.
func answered(r model.Request, s llm.Space) ([]float64, error) {
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			if p.Image == nil {
				continue
			}
			if max(p.Image.Width, p.Image.Height) > 700 {
				return nil, errors.New("the picture was not made smaller")
			}
			at, err := pink(p.Image.Data)
			if s.Kind == llm.Thousand {
				at = screen.Point{X: at.X * 1000 / float64(p.Image.Width), Y: at.Y * 1000 / float64(p.Image.Height)}
			}
			if s.YFirst {
				return []float64{float64(int(at.Y + .5)), float64(int(at.X + .5))}, err
			}
			return []float64{float64(int(at.X + .5)), float64(int(at.Y + .5))}, err
		}
	}
	raw, _ := json.Marshal(r.Messages)
	return nil, errors.New("no picture in " + string(raw))
}
