import type { Translation } from "../../../catalog.ts";
import type { assistantRulesWords } from "../../../settings/organization/assistant-rules.ts";

export const assistantRules: Translation<typeof assistantRulesWords> = {
  rows: {
    assistants_min_approval: "必ず承認するもの",
    assistant_clients: "許可するプログラム",
    assistant_origins: "接続できるウェブサイト",
    assistants_may_use_api_keys: "個人の API キーの利用を許可",
    audit_assistant_reads: "アシスタントが読んだものを記録",
  },
  people: "利用者",
  programs: "プログラムとウェブサイト",
  auditLog: "監査ログ",
  approvalHint: "各自がアシスタントごとにより厳しいルールを選べます。",
  approvals: {
    none: "各自の選択に従う",
    writes: "すべてのメッセージ",
    all: "すべてのメッセージ、リアクション、その他の変更",
  },
  clientsHint:
    "1 行に 1 つのホストを入力します（例：claude.ai）。localhost は各自のコンピューター上のプログラムを表します。空欄ではすべて許可されます。",
  originsHint: "1 行に 1 つのアドレスを入力します（例：https://tools.example.com）。",
  keysHint: "API キーでは、本人にできるすべてのことが確認なしに行えます。",
  readsHint: "回答ごとに会話だけが記録され、メッセージの内容は記録されません。",
};
