import { words } from "../../../../protocol/words/words.ts";

export const pushWords = words("auditPush", {
  fails:
    "The audit log hasn't been delivered to its destination since {since}. The last error: `{error}`. No entry is lost: delivery is retried every hour. You can check the destination in the settings, under Audit log.",
  works: "The audit log is delivered to its destination again. It had been failing since {since}.",
});

export type PushWords = (typeof pushWords)["en"];
