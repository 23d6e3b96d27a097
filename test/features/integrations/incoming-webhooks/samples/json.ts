import { expected, type Sample } from "../sample.ts";

export const samples: readonly Sample[] = [
  {
    name: "an object",
    payload: { a: 1, list: ["x", { b: null }] },
    becomes: expected`
      > JSON
      ~~~ json
      {
        "a": 1,
        "list": [
          "x",
          {
            "b": null
          }
        ]
      }
      ~~~
    `,
  },
  {
    name: "an object whose texts have fences",
    payload: { a: "x" },
    becomes: expected`
      > JSON
      ~~~ json
      {
        "a": "x"
      }
      ~~~
    `,
  },
  { name: "a list", payload: [1], becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
