import { expect, test } from "vitest";
import { filesOf, writersOf } from "../../../../src/web/model/messages/conversation-facts.ts";
import { message } from "../../support/sample-state.ts";

test("writersOf lists users with more messages first", () => {
  const messages = [8, 9, 9, 7, 9, 8].map((sender_id, at) => message(at + 1, { sender_id }));
  expect(writersOf(messages)).toEqual([
    [9, 3],
    [8, 2],
    [7, 1],
  ]);
});

test("filesOf lists each uploaded file of the messages once, newest first", () => {
  const log = '<p><a href="/user_uploads/2/ab/crane%204.txt">crane 4.txt</a></p>';
  const picture = `<a href="/user_uploads/2/cd/b.png">b</a><img src="/user_uploads/thumbnail/2/cd/b.png/840x560.webp">`;
  const inline =
    '<img class="inline-image" data-original-src="/user_uploads/2/ef/c&amp;d.png" src="/user_uploads/thumbnail/x">';
  const other = '<a href="https://example.com/user_uploads/2/x">x</a>';
  const messages = [log, picture, inline, log, other].map((content, at) => message(at + 1, { content }));
  expect(filesOf(messages).map(({ message, ...file }) => ({ ...file, message: message.id }))).toEqual([
    { address: "/user_uploads/2/ab/crane%204.txt", name: "crane 4.txt", message: 4 },
    { address: "/user_uploads/2/ef/c&d.png", name: "c&d.png", message: 3 },
    { address: "/user_uploads/2/cd/b.png", name: "b.png", message: 2 },
  ]);
});
