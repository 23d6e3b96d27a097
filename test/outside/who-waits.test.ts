import { expect, test } from "vitest";
import { readTexts } from "../support/read-texts.ts";

const sources = readTexts(import.meta.dirname, "../../src/**/*.ts", "!../../src/web/**", "!../../src/local/**");
const tests = readTexts(import.meta.dirname, "../**/*.test.ts");

const ASKS =
  /\baskOutside\(|(?<![.\w]|async |override )fetch\((?!url: |")|cloudflare:sockets|\bAI\.run\(|\bEMAIL\?\.send\(/;

/** Whoever asks for it waits, and nobody else: it is asked by the Worker, within their request. */
const REQUESTS = [
  "features/assistants/grants/client-document.ts",
  "features/files/external-content/external-page.ts",
  "features/files/voice-messages/transcribe-voice-message.ts",
  "features/integrations/incoming/look-up-names.ts",
  "features/messages/video-calls/join-call.ts",
  "features/messages/video-calls/zoom.ts",
  "features/people/external-logins/providers/provider-fetch.ts",
  "features/server/setup/server-numbers.ts",
  "moving/slack/slack-api.ts",
];

/** What the organization's own work asks, and the test by which others are served while there is no answer. */
const WORK: Record<string, string> = {
  "call-room/media/ask-realtime.ts": "who has left, and others go on while the SFU does not answer to that",
  "features/integrations/hosted-bots/powers/fetch.ts": "a run that waits for too long, before anything of it has run",
  "features/integrations/hosted-bots/running/open-program.ts":
    "a program that does not answer keeps neither other bots waiting nor anyone else",
  "features/integrations/outgoing/call-service.ts": "a slow service keeps neither others waiting nor anything else",
  "features/mail/smtp.ts":
    "a service that does not answer is left for a minute, in which other work need not wait for it",
  "features/mail/transport.ts":
    "a service that does not answer is left for a minute, in which other work need not wait",
  "features/messages/link-previews/fetch-card.ts":
    "a page that does not answer keeps nobody waiting but the messages that link to it",
  "features/messages/push/mobile/push-service.ts": "a push at which the service fails delays no others",
  "features/messages/push/web/web-push.ts": "a browser whose service fails puts off nobody else's pushes",
  "features/people/login-domains/ask-dns.ts": "DNS that does not answer keeps nobody waiting but who asked for it",
  "features/server/audit-feeds/push/deliver.ts": "a collector that does not answer keeps nobody waiting",
};

test("of all that is asked outside the server it is known who waits for the answer", () => {
  const asking = Object.entries(sources)
    .filter(([path, text]) => ASKS.test(text) && !path.endsWith("/outside/ask-outside.ts"))
    .map(([path]) => path.replace("../../src/", ""));
  expect(asking.sort()).toEqual([...REQUESTS, ...Object.keys(WORK)].sort());
});

test.each(Object.entries(WORK))("that others are served while %s waits has a test", (_, title) => {
  const own = Object.entries(tests).filter(([path]) => !path.endsWith("who-waits.test.ts"));
  expect(own.some(([, text]) => text.includes(title))).toBe(true);
});
