import { catalog } from "../../catalog.ts";

export const callsTestWords = catalog("callsTest", {
  rows: {
    start: "Test calls",
  },
  title: "Test calls",
  hint: "Tries this device's microphone and the server's TURN and media servers.",
  stop: "Stop test",
  mic: "Your microphone works. The bar moves when it hears you.",
  relayed: "The TURN server works. People in different networks can hear each other.",
  relayFailed: "The TURN server can't be reached from this browser. Check its address, its secret and its open ports.",
  direct:
    "This browser can make calls. No TURN server is set, so some people in different networks won't hear each other.",
  directFailed: "This browser can't connect calls. An extension or a policy may block WebRTC.",
  media: {
    none: "No media server is set. Calls go from browser to browser, with up to 6 people.",
    ok: "The media server responds.",
    away: "The media server doesn't respond, or refuses its secret.",
  },
});
