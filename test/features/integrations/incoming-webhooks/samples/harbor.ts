import { expected, type Sample } from "../sample.ts";

const digest = "sha256:c50334049354ed01330403212605dce2f4676a4e787ed113506861d9cf3c5424";
const repository = { name: "lid", namespace: "nest", repo_full_name: "nest/lid", repo_type: "private" };
const resource = { digest, tag: "1.2", resource_url: "harbor.example.com/nest/lid:1.2" };

const event = (type: string, event_data: object, operator = "ann") => ({
  payload: { type, occur_at: 1_768_033_800, operator, event_data },
});
const ofImage = (type: string, more: object = {}, operator = "ann") =>
  event(type, { resources: [{ ...resource, ...more }], repository }, operator);
const scanned = (scan_status: string, summary: object | null) => ({
  scan_overview: {
    "application/vnd.security.vulnerability.report; version=1.1": {
      report_id: "65e8a295-749c-44e2-93fe-2ebb49b9e51a",
      scan_status,
      severity: "High",
      duration: 3,
      summary,
      scanner: { name: "Trivy", vendor: "Aqua Security", version: "v0.37.2" },
      complete_percent: 100,
    },
  },
});
const found = scanned("Success", { total: 5, fixable: 3, summary: { Unknown: 1, High: 4 } });

export const samples: readonly Sample[] = [
  {
    name: "an image that is pushed",
    ...ofImage("PUSH_ARTIFACT"),
    becomes: expected`
      PUSH_ARTIFACT > nest/lid
      **ann** pushed \`nest/lid:1.2\`.
    `,
  },
  {
    name: "an image that is pushed, as CloudEvents have it",
    payload: {
      specversion: "1.0",
      id: "a8a03301-9e31-433f-ace3-240ac16f17b7",
      source: "/projects/2/webhook/policies/15",
      type: "harbor.artifact.pushed",
      datacontenttype: "application/json",
      time: "2026-01-10T08:30:00Z",
      data: { resources: [resource], repository },
      operator: "ann",
    },
    becomes: expected`
      PUSH_ARTIFACT > nest/lid
      **ann** pushed \`nest/lid:1.2\`.
    `,
  },
  {
    name: "an image without a tag",
    ...ofImage("DELETE_ARTIFACT", { tag: "" }),
    becomes: expected`
      DELETE_ARTIFACT > nest/lid
      **ann** deleted \`nest/lid@c50334049354\`.
    `,
  },
  {
    name: "a scan that found something",
    ...ofImage("SCANNING_COMPLETED", found, "auto"),
    becomes: expected`
      SCANNING_COMPLETED > nest/lid
      :cross_mark: The scan of \`nest/lid:1.2\` found **5** vulnerabilities, of which 3 can be fixed.
      * **High**: 4
      * **Unknown**: 1
    `,
  },
  {
    name: "a scan that found nothing serious",
    ...ofImage("SCANNING_COMPLETED", scanned("Success", { total: 1, fixable: 0, summary: { Low: 1 } }), "auto"),
    becomes: expected`
      SCANNING_COMPLETED > nest/lid
      The scan of \`nest/lid:1.2\` found **1** vulnerability.
      * **Low**: 1
    `,
  },
  {
    name: "a scan that found nothing",
    ...ofImage("SCANNING_COMPLETED", scanned("Success", { total: 0, fixable: 0, summary: {} }), "auto"),
    becomes: expected`
      SCANNING_COMPLETED > nest/lid
      :check: The scan of \`nest/lid:1.2\` found no vulnerabilities.
    `,
  },
  {
    name: "a scan without a summary",
    ...ofImage("SCANNING_COMPLETED", {}, "auto"),
    becomes: expected`
      SCANNING_COMPLETED > nest/lid
      The scan of \`nest/lid:1.2\` is complete.
    `,
  },
  {
    name: "a scan that failed",
    ...ofImage("SCANNING_FAILED", scanned("Error", null), "auto"),
    becomes: expected`
      SCANNING_FAILED > nest/lid
      :cross_mark: The scan of \`nest/lid:1.2\` failed.
    `,
  },
  {
    name: "a scan that was stopped",
    ...ofImage("SCANNING_STOPPED", scanned("Stopped", null), "auto"),
    becomes: expected`
      SCANNING_STOPPED > nest/lid
      The scan of \`nest/lid:1.2\` was stopped.
    `,
  },
  {
    name: "a quota that is exceeded",
    ...event(
      "QUOTA_EXCEED",
      {
        resources: [{ digest }],
        repository,
        custom_attributes: { Details: "adding 2.1 MiB of storage resource will exceed the upper limit of 10.0 MiB." },
      },
      "",
    ),
    becomes: expected`
      QUOTA_EXCEED > nest/lid
      :cross_mark: The quota of **nest** is exceeded.

      ~~~ quote
      adding 2.1 MiB of storage resource will exceed the upper limit of 10.0 MiB.
      ~~~
    `,
  },
  {
    name: "a quota that is nearly used up",
    ...event(
      "QUOTA_WARNING",
      {
        resources: [{ digest }],
        repository,
        custom_attributes: { Details: "quota usage reach 85%: resource storage used 12.6 MiB of 14.0 MiB" },
      },
      "",
    ),
    becomes: expected`
      QUOTA_WARNING > nest/lid
      The quota of **nest** is nearly used up.

      ~~~ quote
      quota usage reach 85%: resource storage used 12.6 MiB of 14.0 MiB
      ~~~
    `,
  },
  {
    name: "a replication",
    ...event(
      "REPLICATION",
      {
        replication: {
          harbor_hostname: "harbor.example.com",
          job_status: "Failed",
          artifact_type: "image",
          trigger_type: "MANUAL",
          policy_creator: "ann",
          src_resource: { registry_name: "hub", endpoint: "https://hub.docker.com", namespace: "library" },
          dest_resource: { registry_type: "harbor", endpoint: "https://harbor.example.com", namespace: "nest" },
          successful_artifact: [{ type: "image", status: "Success", name_tag: "alpine [1 item(s) in total]" }],
          failed_artifact: [{ type: "image", status: "Failed", name_tag: "oil:3", fail_reason: "not found" }],
        },
      },
      "MANUAL",
    ),
    becomes: expected`
      REPLICATION > nest
      :cross_mark: A replication ended: **Failed**.
      * **From**: https://hub.docker.com/library
      * **To**: https://harbor.example.com/nest
      * **Artifacts**: \`alpine [1 item(s) in total]\`
      * **Failed**: \`oil:3\` (not found)
    `,
  },
  {
    name: "a replication of one image",
    ...event("REPLICATION", {
      resources: [resource],
      repository,
      replication: {
        status: "succeeded",
        artifact_type: "image",
        dest_resource: { endpoint: "backup.example.com", namespace: "nest" },
      },
    }),
    becomes: expected`
      REPLICATION > nest/lid
      :check: A replication ended: **succeeded**.
      * **To**: backup.example.com/nest
      * **Artifacts**: \`nest/lid:1.2\`
    `,
  },
  {
    name: "a retention of tags",
    ...event(
      "TAG_RETENTION",
      {
        retention: {
          total: 15,
          retained: 14,
          harbor_hostname: "harbor.example.com",
          project_name: "nest",
          result: "SUCCESS",
          deleted_artifact: [{ type: "image", status: "SUCCESS", name_tag: "lid:0.9" }],
        },
      },
      "MANUAL",
    ),
    becomes: expected`
      TAG_RETENTION > nest
      :check: Tag retention in **nest** kept 14 of 15 tags.
      * **Result**: SUCCESS
      * **Deleted**: \`lid:0.9\`
    `,
  },
  { name: "an image that is pulled", ...ofImage("PULL_ARTIFACT"), becomes: [] },
  { name: "an event that is not known", ...ofImage("MOVE_ARTIFACT"), becomes: { unsupported: "MOVE_ARTIFACT" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
