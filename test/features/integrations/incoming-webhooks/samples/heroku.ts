import { expected, type Sample } from "../sample.ts";

const changed = (resource: string, data: object, action = "update") => ({
  payload: {
    id: "84a2e3c9-0d57-4dd3-9b2f-c6d3e0b3a0f1",
    action,
    resource,
    actor: { email: "ann@example.com", id: "a9a3e84a-7c26-4ae8-b9b6-7a8f9fa2a5b0" },
    data: { app: { id: "f5d4b9c2", name: "nest" }, user: { email: "ann@example.com" }, ...data },
    version: "application/vnd.heroku+json; version=3",
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a deploy hook",
    form: {
      app: "nest",
      user: "ann@example.com",
      url: "https://nest.herokuapp.com",
      head: "1dc6aa6",
      head_long: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
      prev_head: "50d4b9c2c5d7",
      release: "v7",
      git_log: "  * Ann: Oil the lid",
    },
    becomes: expected`
      deploy > nest
      ann@example.com deployed version **1dc6aa69429** of [nest](https://nest.herokuapp.com) as **v7**:

      ~~~ quote
        * Ann: Oil the lid
      ~~~
    `,
  },
  {
    name: "a release",
    ...changed("release", {
      status: "succeeded",
      version: 7,
      description: "Deploy 1dc6aa69",
      slug: { commit: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e" },
    }),
    becomes: expected`
      release > nest
      :check: Release **v7** of **nest**: **succeeded**.
      * **By**: ann@example.com
      * **What**: Deploy 1dc6aa69
      * **Commit**: 1dc6aa69429
    `,
  },
  {
    name: "a build that failed",
    ...changed("build", {
      status: "failed",
      output_stream_url: "https://build-output.heroku.com/streams/1",
      source_blob: { version: "1dc6aa69429b" },
    }),
    becomes: expected`
      build > nest
      :cross_mark: The build of **nest**: **failed**.
      * **By**: ann@example.com
      * **Commit**: 1dc6aa69429
      * **Log**: [output](https://build-output.heroku.com/streams/1)
    `,
  },
  {
    name: "an older release that is no longer current",
    ...changed("release", { status: "succeeded", current: false, version: 6 }),
    becomes: [],
  },
  { name: "a build that is not over", ...changed("build", { status: "pending" }, "create"), becomes: [] },
  { name: "an event that is not known", ...changed("dyno", {}), becomes: { unsupported: "dyno" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
