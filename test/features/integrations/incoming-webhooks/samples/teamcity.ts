import { expected, type Sample } from "../sample.ts";

const build = (buildResult: string, buildResultDelta: string, more: object = {}) => ({
  payload: {
    build: {
      buildStatus: "Tests failed: 1, passed: 41",
      buildResult,
      buildResultPrevious: "success",
      buildResultDelta,
      notifyType: "buildFinished",
      buildFullName: "Birds :: Nest",
      buildName: "Nest",
      buildId: "746",
      buildTypeId: "Birds_Nest",
      buildNumber: "7",
      buildStatusUrl: "https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746",
      projectName: "Birds",
      agentName: "Agent 1",
      branchName: "refs/heads/main",
      branchDisplayName: "main",
      branchIsDefault: true,
      buildIsPersonal: false,
      triggeredBy: "Ann",
      comment: "",
      changes: [{ version: "1dc6aa69429b", change: { comment: "Oil the lid", username: "ann", files: ["lid.py"] } }],
      ...more,
    },
  },
});
const server = (eventType: string, more: object = {}) => ({
  payload: {
    eventType,
    payload: {
      id: 746,
      number: "7",
      status: "FAILURE",
      state: "finished",
      branchName: "main",
      webUrl: "https://teamcity.example.com/buildConfiguration/Birds_Nest/746",
      statusText: "Tests failed: 1",
      buildType: { id: "Birds_Nest", name: "Nest", projectName: "Birds" },
      triggered: { type: "user", user: { username: "ann", name: "Ann" } },
      ...more,
    },
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a build that is broken",
    ...build("failure", "broken"),
    becomes: expected`
      > Birds :: Nest (main)
      :cross_mark: Build [#7](https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746) of **Birds :: Nest** on \`main\` is broken.
      * **Status**: Tests failed: 1, passed: 41
      * **Triggered by**: Ann
      * **Agent**: Agent 1
      * **Links**: [changes](https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746&tab=buildChangesDiv), [build log](https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746&tab=buildLog)
      * Oil the lid (ann)
    `,
  },
  {
    name: "a build that was fixed",
    ...build("success", "fixed", { buildStatus: "Success" }),
    becomes: expected`
      > Birds :: Nest (main)
      :check: Build [#7](https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746) of **Birds :: Nest** on \`main\` was fixed.
      * **Triggered by**: Ann
      * **Agent**: Agent 1
      * **Links**: [changes](https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746&tab=buildChangesDiv), [build log](https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746&tab=buildLog)
      * Oil the lid (ann)
    `,
  },
  {
    name: "a build that begins",
    ...build("running", "unknown", { notifyType: "buildStarted", buildStatus: "Running", changes: [] }),
    becomes: expected`
      > Birds :: Nest (main)
      Build [#7](https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746) of **Birds :: Nest** on \`main\` has begun.
      * **Triggered by**: Ann
      * **Agent**: Agent 1
      * **Links**: [changes](https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746&tab=buildChangesDiv), [build log](https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746&tab=buildLog)
    `,
  },
  {
    name: "a personal build that was interrupted",
    ...build("unknown", "unknown", {
      notifyType: "buildInterrupted",
      buildIsPersonal: true,
      buildStatus: "",
      branchDisplayName: null,
      branchName: null,
    }),
    becomes: expected`
      > Birds :: Nest
      Personal build [#7](https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746) of **Birds :: Nest** was interrupted.
      * **Triggered by**: Ann
      * **Agent**: Agent 1
      * **Links**: [changes](https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746&tab=buildChangesDiv), [build log](https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746&tab=buildLog)
      * Oil the lid (ann)
    `,
  },
  {
    name: "a personal build that was interrupted, of an older version",
    ...build("unknown", "unknown", {
      notifyType: "buildInterrupted",
      buildIsPersonal: undefined,
      teamcityProperties: [{ name: "env.BUILD_IS_PERSONAL", value: "true" }],
      buildStatus: "",
      branchDisplayName: null,
      branchName: null,
    }),
    becomes: expected`
      > Birds :: Nest
      Personal build [#7](https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746) of **Birds :: Nest** was interrupted.
      * **Triggered by**: Ann
      * **Agent**: Agent 1
      * **Links**: [changes](https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746&tab=buildChangesDiv), [build log](https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746&tab=buildLog)
      * Oil the lid (ann)
    `,
  },
  {
    name: "a build that the server tells of itself",
    ...server("BUILD_FINISHED"),
    becomes: expected`
      > Birds :: Nest (main)
      :cross_mark: Build [#7](https://teamcity.example.com/buildConfiguration/Birds_Nest/746) of **Birds :: Nest** on \`main\` has failed.
      * **Status**: Tests failed: 1
      * **Triggered by**: Ann
    `,
  },
  {
    name: "a beginning that the server tells of itself",
    ...server("BUILD_STARTED", { status: "SUCCESS" }),
    becomes: expected`
      > Birds :: Nest (main)
      Build [#7](https://teamcity.example.com/buildConfiguration/Birds_Nest/746) of **Birds :: Nest** on \`main\` has begun.
      * **Triggered by**: Ann
    `,
  },
  { name: "an event that is not known", ...server("AGENT_REMOVED"), becomes: { unsupported: "AGENT_REMOVED" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
