// Package ask puts the agent's questions to people: in the terminal and on a page for testers.
//
// # Who may answer
//
// The page is served on loopback only, unless the operator allows more
// (Config.AllowRemote). Behind it stands a token of 128 random bits, "one-time"
// in this sense: it is made for one run, several testers may use it at once, and
// it ends with the run. It is printed once, behind the # of the URL, so that it
// is in no request, log or Referer; the page takes it out of the address bar
// and keeps it for its tab, for reloads. It is sent in the first message of the
// socket and compared in constant time. There is no cookie: cookies of
// 127.0.0.1 go to every port, so to every other program of the machine. A
// request must name the server's own host (against DNS rebinding), and the
// socket must be opened by the server's own page (Origin).
//
// # Questions
//
// A question lives in the server, not in a connection: who connects again gets
// all that are open. The first complete and allowed answer wins; everybody
// learns it, and a later one is rejected. With First the same holds across the
// terminal and the page. WithPolicy bounds the time and uses the case's default
// answers. Questions come from a model that has read web pages: they are shown
// as text only, without control characters.
//
// # Protocol
//
// JSON text messages over /socket. From the page, at most 64 kB each:
//
//	{"type":"auth","token":"…"}        first, within 10 s
//	{"type":"answer","id":3,"by":"Ana","answers":[{"id":"plan","text":"Paid"}]}
//
// From the server:
//
//	{"type":"hello","now":T,"cases":["…"],"open":[3],"history":[…]}   then a question for each open id
//	{"type":"cases","cases":["…"]}     another case may ask from now on
//	{"type":"question","id":3,"case":"…","asked":T,"deadline":T,"questions":[{"id","question","options","free_text"}],"picture":"data:…"}
//	{"type":"answered","id":3,"by":"Ana","yours":true,"answers":[…],"case":"…","questions":[…],"at":T}
//	{"type":"expired","id":3,"reason":"…","case":"…","questions":[…],"at":T}
//	{"type":"rejected","id":3,"reason":"…","final":true}   final: the question is closed
//	{"type":"alive","now":T}           every 20 s, beside a ping; a page that hears nothing for long connects again
//	{"type":"denied","reason":"…"}     wrong token; the connection ends
//	{"type":"bye","reason":"…"}        the run has ended
//
// T is RFC 3339. Answers to questions with a secret's name (memory.SecretName)
// are *** in what testers see.
package ask
