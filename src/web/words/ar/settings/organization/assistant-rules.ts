import type { Translation } from "../../../catalog.ts";
import type { assistantRulesWords } from "../../../settings/organization/assistant-rules.ts";

export const assistantRules: Translation<typeof assistantRulesWords> = {
  rows: {
    assistants_min_approval: "ما تلزم الموافقة عليه دائمًا",
    assistant_clients: "البرامج المسموح بها",
    assistant_origins: "المواقع التي يمكنها الاتصال",
    assistants_may_use_api_keys: "السماح للمساعدين بمفاتيح API الشخصية",
    audit_assistant_reads: "تسجيل ما يقرؤه المساعدون",
  },
  people: "الأشخاص",
  programs: "البرامج والمواقع",
  auditLog: "سجل التدقيق",
  approvalHint: "يمكن لكل شخص اختيار قواعد أشد لكل مساعد.",
  approvals: {
    none: "ما يختاره كل شخص",
    writes: "كل رسالة",
    all: "كل رسالة وتفاعل وأي تغيير آخر",
  },
  clientsHint:
    "مضيف واحد في كل سطر، مثل claude.ai. اكتب localhost للبرامج على جهاز الشخص نفسه. اتركه فارغًا للسماح بأي برنامج.",
  originsHint: "عنوان واحد في كل سطر، مثل https://tools.example.com.",
  keysHint: "يمكن لمفتاح API فعل كل ما يمكن لصاحبه دون سؤال.",
  readsHint: "تُسجَّل كل إجابة مع محادثاتها، دون رسائلها أبدًا.",
};
