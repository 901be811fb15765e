// The connection: opens again by itself, with a growing pause, until the run ends or the link is refused.
const silence = 55000; // the server is heard every 20 s

export function connect({ token, state, message }) {
  let socket, pause, timer, heard = 0, ended = false, at = 0;
  const link = { refused: false, send, again };
  pause = 500;

  function open() {
    clearTimeout(timer); at = 0;
    const mine = socket = new WebSocket((location.protocol === 'https:' ? 'wss://' : 'ws://') + location.host + '/socket');
    heard = Date.now();
    mine.onopen = () => mine.send(JSON.stringify({ type: 'auth', token: token() }));
    mine.onmessage = e => {
      if (mine !== socket) return;
      heard = Date.now();
      const m = JSON.parse(e.data);
      if (m.type === 'hello') { pause = 500; message(m); state('on', 'Connected'); return; }
      if (m.type === 'denied') { link.refused = true; state('off', 'This link is not valid'); return; }
      if (m.type === 'bye') { ended = true; state('over', 'The run has ended'); return; }
      message(m);
    };
    mine.onclose = () => { if (mine === socket) lost(); };
  }

  function lost() {
    socket = undefined;
    if (ended || link.refused) return;
    at = Date.now() + pause * (0.75 + Math.random() / 2); // not all pages at once
    pause = Math.min(pause * 2, 15000);
    timer = setTimeout(open, at - Date.now());
    count();
  }

  function count() {
    if (!at || ended) return;
    const s = Math.ceil((at - Date.now()) / 1000);
    state('off', s > 0 ? `Connection lost, trying again in ${s} s` : 'Connecting…');
  }

  function again() {
    link.refused = ended = false; pause = 500;
    const old = socket; socket = undefined; old?.close();
    state('', 'Connecting…'); open();
  }

  function send(m) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(m));
    return true;
  }

  setInterval(() => {
    count();
    if (socket && Date.now() - heard > silence) { const dead = socket; lost(); dead.close(); } // asleep, or a dead tunnel
  }, 1000);
  addEventListener('online', () => { if (at) again(); });
  setTimeout(open); // after the caller has its link
  return link;
}
