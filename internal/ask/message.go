package ask

import (
	"encoding/json"
	"time"

	"github.com/verdict-run/verdict/internal/secret"
	"github.com/verdict-run/verdict/memory"
	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

// incoming is any message of a page.
type incoming struct {
	Type    string           `json:"type"`
	Token   string           `json:"token"`
	ID      int              `json:"id"`
	By      string           `json:"by"`
	Answers []askuser.Answer `json:"answers"`
}

type helloMessage struct {
	Type    string    `json:"type"`
	Now     time.Time `json:"now"`
	Cases   []string  `json:"cases"`
	Open    []int     `json:"open"`
	History []closed  `json:"history"`
}

type casesMessage struct {
	Type  string   `json:"type"`
	Cases []string `json:"cases"`
}

type questionMessage struct {
	Type      string             `json:"type"`
	ID        int                `json:"id"`
	Case      string             `json:"case"`
	Asked     time.Time          `json:"asked"`
	Deadline  time.Time          `json:"deadline,omitzero"`
	Questions []askuser.Question `json:"questions"`
	Picture   string             `json:"picture,omitempty"` // data URL
}

// closed is how a question ended: "answered" or "expired".
type closed struct {
	Type      string             `json:"type"`
	ID        int                `json:"id"`
	By        string             `json:"by,omitempty"`
	Yours     bool               `json:"yours,omitempty"`
	Answers   []askuser.Answer   `json:"answers,omitempty"`
	Reason    string             `json:"reason,omitempty"`
	Case      string             `json:"case"`
	Questions []askuser.Question `json:"questions"`
	At        time.Time          `json:"at"`
}

type rejectedMessage struct {
	Type   string `json:"type"`
	ID     int    `json:"id"`
	Reason string `json:"reason"`
	Final  bool   `json:"final,omitempty"`
}

// notice is alive, denied and bye.
type notice struct {
	Type   string    `json:"type"`
	Now    time.Time `json:"now,omitzero"`
	Reason string    `json:"reason,omitempty"`
}

// encode cannot fail for the types above.
func encode(message any) []byte {
	data, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	return data
}

// masked are answers as other people may see them.
func masked(answers []askuser.Answer) []askuser.Answer {
	out := make([]askuser.Answer, len(answers))
	for i, a := range answers {
		out[i] = a
		if memory.SecretName(a.ID) {
			out[i].Text = secret.Mark
		}
	}
	return out
}
