import { expect, test } from "vitest";
import { Refused, Unreachable } from "../../../src/web/wire/api.ts";
import { pageClock } from "../../../src/web/wire/clock.ts";
import { uploadBy } from "../../../src/web/wire/upload.ts";

/** A browser request that the test completes. */
class FakeRequest {
  upload: { onprogress?: (event: object) => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  status = 0;
  responseText = "";
  opened: unknown[] = [];
  headers: Record<string, string> = {};
  sent: FormData | File | undefined;

  open(...opened: unknown[]) {
    this.opened = opened;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return null;
  }
  send(body: FormData | File) {
    this.sent = body;
  }
  abort() {
    this.onabort();
  }
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload();
  }
}

function begin(options: Parameters<ReturnType<typeof uploadBy>>[1] = {}) {
  const request = new FakeRequest();
  const upload = uploadBy({
    newRequest: () => request as unknown as XMLHttpRequest,
    clock: pageClock,
    csrfToken: () => "t",
  });
  const ended = upload(new File(["abc"], "a.txt"), options).catch((error: unknown) => error);
  return { request, ended };
}

test("upload sends a file with its form fields, and reports progress", async () => {
  const parts: number[] = [];
  const { request, ended } = begin({
    path: "/realm/emoji/x",
    fields: { size: 3 },
    onProgress: (part) => parts.push(part),
  });
  request.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
  request.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 });
  expect([request.opened, request.headers]).toEqual([["POST", "/json/realm/emoji/x"], { "X-CSRFToken": "t" }]);
  const form = request.sent as FormData;
  const file = form.get("file");
  expect([form.get("size"), file instanceof File && file.name]).toEqual(["3", "a.txt"]);
  request.answer(200, { result: "success", msg: "", url: "/user_uploads/1" });
  expect(await ended).toMatchObject({ url: "/user_uploads/1" });
  expect(parts).toEqual([0.25]);
});

test("upload to the uploads endpoint sends the file as the whole body, with its name in the URL", async () => {
  const { request, ended } = begin();
  expect(request.opened).toEqual(["POST", "/json/user_uploads?filename=a.txt"]);
  expect(request.headers).toEqual({ "X-CSRFToken": "t" });
  expect(request.sent).toBeInstanceOf(File);
  request.answer(200, { result: "success", msg: "", url: "/user_uploads/1" });
  expect(await ended).toMatchObject({ url: "/user_uploads/1" });
});

test("upload fails with the server's error, as unreachable, or with the reason it was aborted", async () => {
  const refused = begin();
  refused.request.answer(413, { result: "error", msg: "Too large.", code: "BAD_REQUEST" });
  expect(await refused.ended).toEqual(new Refused(413, { result: "error", msg: "Too large.", code: "BAD_REQUEST" }));
  const broken = begin();
  broken.request.onerror();
  expect(await broken.ended).toBeInstanceOf(Unreachable);
  const given = new AbortController();
  const abandoned = begin({ signal: given.signal });
  given.abort(new Error("not this one"));
  expect(await abandoned.ended).toMatchObject({ message: "not this one" });
  expect(await begin({ signal: given.signal }).ended).toMatchObject({ message: "not this one" });
});
