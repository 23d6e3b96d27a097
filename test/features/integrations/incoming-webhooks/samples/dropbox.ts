import { expected, type Sample } from "../sample.ts";

export const samples: readonly Sample[] = [
  {
    name: "changed files",
    payload: { list_folder: { accounts: ["dbid:AAH4f99T0taONIb"] }, delta: { users: [4245623] } },
    becomes: expected`
      > Dropbox
      Files were changed in Dropbox.
    `,
  },
  {
    name: "files of two accounts",
    payload: { list_folder: { accounts: ["dbid:A", "dbid:B"] } },
    becomes: expected`
      > Dropbox
      Files were changed in Dropbox, by 2 accounts.
    `,
  },
  { name: "something else than an object", payload: [1], becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
