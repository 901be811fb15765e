// Package openai calls a model behind any OpenAI-shaped chat completions endpoint.
package openai

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/verdict-run/verdict/agent/model"
)

// DefaultBaseURL is OpenAI's own endpoint.
const DefaultBaseURL = "https://api.openai.com/v1"

// Config says which model to call, where and as whom.
type Config struct {
	Model string
	// BaseURL is the address before /chat/completions; DefaultBaseURL when empty. A query
	// (?api-version=2024-10-21 of Azure) is sent with every call.
	BaseURL string
	// APIKey is sent as a bearer token; empty for servers that ask for none.
	// It appears in no error, log or printed Config.
	APIKey       string
	Organization string
	Project      string
	// Headers are sent with every call ("api-key" of Azure, "HTTP-Referer" of OpenRouter).
	Headers map[string]string
	// Extra are fields of the body no other setting covers ("reasoning_effort": "low").
	Extra map[string]any
	// Timeout of one call; 2 minutes when 0.
	Timeout time.Duration
	// MaxImageBytes is the largest picture sent; 20 MB when 0, the limit most providers have.
	MaxImageBytes int
	// MaxReplyBytes is how much of a reply is read; 16 MB when 0. A longer one is a bad reply.
	MaxReplyBytes int64
	// HTTPClient is for tests and proxies; nil is a client of our own.
	HTTPClient *http.Client
}

// String leaves the key and the headers out.
func (c Config) String() string { return fmt.Sprintf("%s at %s", c.Model, hostOf(c.BaseURL)) }

// GoString leaves the key and the headers out.
func (c Config) GoString() string { return c.String() }

// LogValue leaves the key and the headers out.
func (c Config) LogValue() slog.Value { return slog.StringValue(c.String()) }

// Client is one model behind one endpoint. It is safe for concurrent use.
type Client struct {
	name      string
	service   openai.ChatCompletionService
	http      *http.Client
	secrets   *scrubber
	timeout   time.Duration
	maxImage  int
	options   []option.RequestOption
	mu        sync.Mutex
	dropped   map[parameter]bool // what this endpoint refused
	oldTokens bool               // max_tokens instead of max_completion_tokens
}

var _ model.Client = (*Client)(nil)

// New checks the configuration; it calls nobody. The environment is not read.
func New(c Config) (*Client, error) {
	if c.Model == "" {
		return nil, errors.New("no model is configured")
	}
	if c.BaseURL == "" {
		c.BaseURL = DefaultBaseURL
	}
	base, err := url.Parse(c.BaseURL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, errors.New("the model's base URL must be an absolute http or https address")
	}
	if base.User != nil {
		return nil, errors.New("the model's base URL must not hold a user or password; use the key or a header")
	}
	query := base.Query()
	base.RawQuery, base.Fragment = "", ""
	base.Path = strings.TrimSuffix(strings.TrimSuffix(base.Path, "/"), "/chat/completions")

	client := &Client{
		name:     c.Model,
		http:     c.HTTPClient,
		secrets:  newScrubber(c.APIKey, slices.Collect(maps.Values(c.Headers)), query),
		timeout:  orDefault(c.Timeout, 2*time.Minute),
		maxImage: orDefault(c.MaxImageBytes, 20<<20),
		dropped:  map[parameter]bool{},
	}
	if client.http == nil {
		client.http = &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}
	}
	options := []option.RequestOption{
		option.WithBaseURL(base.String() + "/"),
		option.WithMaxRetries(0), // retries are ours, within the budget
		option.WithHTTPClient(client.http),
		option.WithMiddleware(bounded(orDefault(c.MaxReplyBytes, 16<<20))),
	}
	if c.APIKey != "" {
		options = append(options, option.WithAPIKey(c.APIKey))
	}
	if c.Organization != "" {
		options = append(options, option.WithOrganization(c.Organization))
	}
	if c.Project != "" {
		options = append(options, option.WithProject(c.Project))
	}
	for _, k := range slices.Sorted(maps.Keys(query)) {
		options = append(options, option.WithQuery(k, query.Get(k)))
	}
	for _, k := range slices.Sorted(maps.Keys(c.Headers)) {
		options = append(options, option.WithHeader(k, c.Headers[k]))
	}
	for _, k := range slices.Sorted(maps.Keys(c.Extra)) {
		options = append(options, option.WithJSONSet(k, c.Extra[k]))
	}
	client.options = options
	client.service = openai.NewChatCompletionService(options...)
	return client, nil
}

// Name is the configured model.
func (c *Client) Name() string { return c.name }

// Close lets go of idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Generate makes one call. Only a call refused for a parameter the endpoint
// does not know is made again at once, without it; the client remembers.
// A cancelled ctx gives the context's error, everything else a *model.Error.
//
// Where the endpoint reports no usage, four characters count as a token and a
// picture as one token for 750 pixels, so that a budget still ends a run.
func (c *Client) Generate(ctx context.Context, r model.Request) (*model.Response, error) {
	started := time.Now()
	call, cancel := context.WithTimeoutCause(ctx, c.timeout, errTimeout{c.timeout})
	defer cancel()
	for {
		params, set, err := c.params(r)
		if err != nil {
			return nil, err
		}
		var body []byte
		_, err = c.service.New(call, params, option.WithResponseBodyInto(&body))
		if err == nil {
			resp, err := decode(body, r)
			if err != nil {
				return nil, c.secrets.clean(err)
			}
			resp.Took = time.Since(started)
			return resp, nil
		}
		if ctx.Err() != nil {
			return nil, fmt.Errorf("calling model %s: %w", c.name, ctx.Err())
		}
		if c.drop(err, set) {
			continue
		}
		if call.Err() != nil {
			err = context.Cause(call)
		}
		return nil, c.secrets.clean(classify(err))
	}
}

type errTimeout struct{ after time.Duration }

func (e errTimeout) Error() string { return fmt.Sprintf("no answer within %s", e.after) }

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return DefaultBaseURL
	}
	return u.Host
}

func orDefault[T comparable](v, d T) T {
	var zero T
	if v == zero {
		return d
	}
	return v
}
