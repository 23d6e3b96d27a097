import { expect, test } from "vitest";
import { MAX_TRANSCRIBED_BYTES } from "../../../../src/protocol/voice/voice-limits.ts";
import { sendBody } from "../../../support/files.ts";
import { realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";

const bytes = (text: string) => Uint8Array.from(new TextEncoder().encode(text));

/** Uploads a sound that the fake Workers AI transcribes as the given text. */
async function record(who: Person, sound: Uint8Array<ArrayBuffer>, type = "audio/mp4"): Promise<string> {
  const { body } = await sendBody(who, "Voice message 0m02s.m4a", sound, { "Content-Type": type });
  return body.url;
}

const transcribe = (who: Person, url: string) => who.post(`${url}/transcript`);

async function speaking() {
  const cast = await realm();
  await cast.iris.ok(cast.iris.patch("/realm", { transcribe_voice_messages: true }));
  return cast;
}

test("[security 11.11] only the sender of a voice message can have it transcribed", async () => {
  const { noah, mia } = await speaking();
  const url = await record(noah, bytes("Tea at five"));
  const content = `[Voice message (0:02)](${url})`;
  await noah.ok(noah.post("/messages", { type: "direct", to: [mia.id], content }));
  expect(await noah.ok(transcribe(noah, url))).toMatchObject({ transcript: "Tea at five" });
  expect(await transcribe(mia, url)).toMatchObject({ status: 400, body: { msg: "Insufficient permission" } });
  // Nothing is stored: the author adds it to the message as their own text.
  const { voice_messages } = await noah.ok(
    noah.get("/voice_messages", { paths: [url.slice("/user_uploads/".length)] }),
  );
  expect(voice_messages).toEqual([]);
  const silence = await record(noah, bytes("silence"));
  expect(await noah.ok(transcribe(noah, silence))).toMatchObject({ transcript: "" });
});

test("[security 11.11] audio stays on the server unless the organization enables transcripts", async () => {
  const { iris, noah } = await realm();
  const url = await record(noah, bytes("Tea at five"));
  const refused = { status: 400, body: { msg: "Your organization doesn't have voice messages transcribed." } };
  expect(await transcribe(noah, url)).toMatchObject(refused);
  expect((await noah.patch("/realm", { transcribe_voice_messages: true })).status).toBe(400);
  await iris.ok(iris.patch("/realm", { transcribe_voice_messages: true }));
  const { server_can_transcribe_voice, realm_transcribe_voice_messages } = await noah.ok(noah.post("/register"));
  expect([server_can_transcribe_voice, realm_transcribe_voice_messages]).toEqual([true, true]);
  await noah.ok(transcribe(noah, url));
});

test("a transcription that fails or has an unexpected format returns 503", async () => {
  const { noah } = await speaking();
  for (const sound of ["fail", "odd"]) {
    const url = await record(noah, bytes(sound));
    expect(await transcribe(noah, url)).toMatchObject({
      status: 503,
      body: { msg: "The voice message can't be transcribed right now. Try again." },
    });
  }
});

test("a long transcript is cut, and audio that is too large is refused", async () => {
  const { noah } = await speaking();
  const { transcript } = await noah.ok(transcribe(noah, await record(noah, bytes("tea ".repeat(5_000)))));
  expect(transcript).toHaveLength(10_000);
  const large = await record(noah, new Uint8Array(MAX_TRANSCRIBED_BYTES + 1));
  expect(await transcribe(noah, large)).toMatchObject({
    status: 400,
    body: { msg: "This file is too large to be transcribed." },
  });
  const text = await record(noah, bytes("Tea at five"), "text/plain");
  expect(await transcribe(noah, text)).toMatchObject({ status: 400, body: { msg: "This file isn't audio." } });
});
