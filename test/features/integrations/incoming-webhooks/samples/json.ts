import type { Sample } from "../sample.ts";

export const samples: readonly Sample[] = [
  {
    name: "an object",
    payload: { a: 1, list: ["x", { b: null }] },
    becomes: [
      {
        topic: "JSON",
        content: '~~~ json\n{\n  "a": 1,\n  "list": [\n    "x",\n    {\n      "b": null\n    }\n  ]\n}\n~~~',
      },
    ],
  },
  {
    name: "an object whose texts have fences",
    payload: { a: "x" },
    becomes: [{ topic: "JSON", content: '~~~ json\n{\n  "a": "x"\n}\n~~~' }],
  },
  { name: "a list", payload: [1], becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
