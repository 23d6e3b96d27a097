import { expected, type Sample } from "../sample.ts";

const analysis = (status: string, more: object = {}) => ({
  payload: {
    serverUrl: "https://sonar.example.com",
    taskId: "AVh21JS2JepAEhwQ-b3u",
    status: "SUCCESS",
    analysedAt: "2026-01-10T08:30:00+0000",
    revision: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
    project: { key: "nest", name: "Nest", url: "https://sonar.example.com/dashboard?id=nest" },
    branch: {
      name: "main",
      type: "BRANCH",
      isMain: true,
      url: "https://sonar.example.com/dashboard?id=nest&branch=main",
    },
    qualityGate: {
      name: "Birds",
      status,
      conditions: [
        {
          metric: "new_coverage",
          operator: "LESS_THAN",
          value: "12.5",
          status: status === "ERROR" ? "ERROR" : "OK",
          errorThreshold: "80",
        },
        { metric: "new_bugs", operator: "GREATER_THAN", value: "0", status: "OK", errorThreshold: "0" },
      ],
    },
    properties: {},
    ...more,
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a gate that is passed",
    ...analysis("OK"),
    becomes: expected`
      > Nest / main
      :check: [Nest](https://sonar.example.com/dashboard?id=nest&branch=main) (\`main\`) passed the quality gate **Birds**.
      * **Analysed**: <time:2026-01-10T08:30:00Z>
      * **Revision**: \`1dc6aa69429\`
    `,
  },
  {
    name: "a gate that is not passed",
    ...analysis("ERROR"),
    becomes: expected`
      > Nest / main
      :cross_mark: [Nest](https://sonar.example.com/dashboard?id=nest&branch=main) (\`main\`) failed the quality gate **Birds**.
      * **Analysed**: <time:2026-01-10T08:30:00Z>
      * **Revision**: \`1dc6aa69429\`

      * new coverage: **12.5** (at least 80 is wanted)
    `,
  },
  {
    name: "a pull request",
    ...analysis("ERROR", {
      branch: { name: "3", type: "PULL_REQUEST", url: "https://sonar.example.com/dashboard?id=nest&pullRequest=3" },
    }),
    becomes: expected`
      > Nest / 3
      :cross_mark: [Nest](https://sonar.example.com/dashboard?id=nest&pullRequest=3) (pull request 3) failed the quality gate **Birds**.
      * **Analysed**: <time:2026-01-10T08:30:00Z>
      * **Revision**: \`1dc6aa69429\`

      * new coverage: **12.5** (at least 80 is wanted)
    `,
  },
  {
    name: "a project without branches and gates",
    ...analysis("NONE", { branch: null, qualityGate: null }),
    becomes: expected`
      > Nest
      [Nest](https://sonar.example.com/dashboard?id=nest) was analysed.
      * **Analysed**: <time:2026-01-10T08:30:00Z>
      * **Revision**: \`1dc6aa69429\`
    `,
  },
  {
    name: "an analysis that has failed",
    ...analysis("OK", { status: "FAILED", qualityGate: null }),
    becomes: expected`
      > Nest / main
      :cross_mark: The analysis of [Nest](https://sonar.example.com/dashboard?id=nest&branch=main) (\`main\`) has failed.
    `,
  },
  { name: "a state that is not known", ...analysis("MAYBE"), becomes: { unsupported: "MAYBE" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
