import { beforeEach, expect, test } from "vitest";
import { showToast, toasts } from "../../../../src/web/parts/overlays/show-toast.ts";

beforeEach(() => {
  toasts.value = [];
});

const texts = () => toasts.value.map(({ text }) => text);

test("a toast replaces one with the same text, and is announced again", () => {
  showToast({ text: "We sent a confirmation email." });
  const [first] = toasts.value;
  showToast({ text: "Saved" });
  showToast({ text: "We sent a confirmation email." });
  expect(texts()).toEqual(["Saved", "We sent a confirmation email."]);
  expect(toasts.value.map(({ id }) => id)).not.toContain(first?.id);
});

test("a toast keeps its action when one with the same text follows", () => {
  const action = { label: "Undo", run: () => {} };
  showToast({ text: "Message deleted", action });
  showToast({ text: "Message deleted", action });
  expect(texts()).toEqual(["Message deleted", "Message deleted"]);
});
