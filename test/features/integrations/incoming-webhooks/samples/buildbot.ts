import { expected, type Sample } from "../sample.ts";

const build = (event: string, more: object = {}) => ({
  payload: {
    event,
    buildid: 33,
    buildername: "runtests",
    url: "http://localhost:8010/#builders/2/builds/33",
    project: "nest",
    timestamp: 1_768_033_800,
    ...more,
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a build that begins",
    ...build("new"),
    becomes: expected`
      new > nest
      Build [#33](http://localhost:8010/#builders/2/builds/33) by **runtests** has begun.
    `,
  },
  {
    name: "a build that was successful, with its project",
    ...build("finished", { results: 0 }),
    namesSubject: true,
    becomes: expected`
      finished > nest
      :check: Build [#33](http://localhost:8010/#builders/2/builds/33) of **nest** by **runtests** was successful.
    `,
  },
  {
    name: "a build that has failed, without a project",
    ...build("finished", { results: 2, project: "" }),
    becomes: expected`
      finished > general
      :cross_mark: Build [#33](http://localhost:8010/#builders/2/builds/33) by **runtests** has failed.
    `,
  },
  {
    name: "a build that was canceled",
    ...build("finished", { results: 6 }),
    becomes: expected`
      finished > nest
      Build [#33](http://localhost:8010/#builders/2/builds/33) by **runtests** was canceled.
    `,
  },
  {
    name: "a build that HttpStatusPush tells of",
    payload: {
      complete: true,
      number: 4,
      buildid: 33,
      results: 4,
      url: "http://localhost:8010/#builders/2/builds/4",
      builder: { name: "runtests" },
      properties: { project: ["nest", "Builder"] },
    },
    becomes: expected`
      finished > nest
      :cross_mark: Build [#4](http://localhost:8010/#builders/2/builds/4) by **runtests** has failed with an exception.
    `,
  },
  { name: "an event that is not known", ...build("moved"), becomes: { unsupported: "moved" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
