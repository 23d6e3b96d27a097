import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { withConfig } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { cutAnywhere, spoilt } from "../../../support/spoilt-bytes.ts";
import { DEVICES, Receiver } from "./browser-push.ts";

const HOST = "push.example.org";
const URL_OF_IT = `https://${HOST}/send/abc`;
const text = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

test("a browser's push subscription with any keys and URL is either stored completely or refused", async () => {
  const { noah } = await realm();
  const { p256dh, auth } = await Receiver.make();
  const good = { endpoint: URL_OF_IT, p256dh, auth };
  const [key, secret] = [Buffer.from(p256dh, "base64url"), Buffer.from(auth, "base64url")];
  const odd = [
    ...[...cutAnywhere(key, 6), ...spoilt(key, 25, 1)].map((bytes) => ({
      p256dh: Buffer.from(bytes).toString("base64url"),
    })),
    ...[...cutAnywhere(secret, 4), ...spoilt(secret, 10, 2)].map((bytes) => ({
      auth: Buffer.from(bytes).toString("base64url"),
    })),
    ...[...spoilt(Buffer.from(p256dh), 15, 3)].map((bytes) => ({ p256dh: text(bytes) })),
    ...[...cutAnywhere(Buffer.from(URL_OF_IT), 8), ...spoilt(Buffer.from(URL_OF_IT), 30, 4)].map((bytes) => ({
      endpoint: text(bytes),
    })),
    ...[
      "",
      "\0",
      "x".repeat(100_000),
      "https://",
      "https://[",
      `https://${HOST}:0/`,
      `https://${HOST}./`,
      `https://${HOST}\\@evil.example`,
    ].map((endpoint) => ({ endpoint })),
    ...["", "====", "\ud800", "-".repeat(100), "x".repeat(100_000)].flatMap((each) => [
      { p256dh: each },
      { auth: each },
    ]),
  ];
  await withConfig(noah, { webPushHosts: [HOST] }, async () => {
    await noah.ok(noah.get(DEVICES));
    const kept = new Set<string>();
    for (const changed of odd) {
      const sent = { ...good, ...changed };
      const { status, body } = await noah.post(DEVICES, sent);
      expect([200, 400], JSON.stringify(changed).slice(0, 300)).toContain(status);
      if (status === 400) {
        expect(body).toMatchObject({ result: "error", code: expect.any(String) });
        continue;
      }
      kept.add(sent.endpoint);
      expect(new URL(sent.endpoint)).toMatchObject({ protocol: "https:", hostname: HOST, port: "", username: "" });
      expect(Buffer.from(sent.p256dh, "base64url")).toHaveLength(65);
      expect(Buffer.from(sent.auth, "base64url")).toHaveLength(16);
    }
    expect(kept.size).toBeGreaterThan(0);
    expect((await noah.ok(noah.get(DEVICES))).devices.length).toBeLessThanOrEqual(kept.size);
    await noah.ok(noah.post(DEVICES, good));
  });
});
