import type { Translation } from "../../../catalog.ts";
import type { erasureWords } from "../../../settings/organization/erasure.ts";

export const erasure: Translation<typeof erasureWords> = {
  rows: {
    erase: "アカウントの消去",
  },
  menu: "消去…",
  title: (name) => `${name} を消去しますか？`,
  messages: "メッセージ",
  keep: "残す",
  keepHint: "送信者は番号付きの「Deleted user」と表示されます。",
  remove: "削除",
  removeHint: "ファイル、リアクション、投票も含め、全員から見えなくなります。",
  consequences: [
    "名前、メールアドレス、画像、プロフィール、設定、ログインが消去されます。ボットも同様です。",
    "ほかの人のメッセージのメンションに名前が表示されなくなります。",
  ],
  deactivatesNow: "アカウントはすぐに無効化されます。",
  begins: (when) => `${when} に完全に消去されます。それまではここで取り消せます。`,
  action: "アカウントを消去",
  ordered: (name, when) => `${name} は ${when} に消去されます`,
  waiting: "消去するアカウント",
  requested: (when) => `${when} に希望`,
  due: (when) => `${when} に消去`,
  withMessages: "メッセージも",
  accept: "承認…",
  refuse: "却下",
  undo: "取り消す",
  refused: (name) => `${name} の消去を却下しました`,
  undone: (name) => `${name} は消去されません`,
  ownHint: "オーナーが判断します。消去は 14 日後で、それまではオーナーが取り消せます。",
  ask: "消去を希望する…",
  askTitle: "アカウントの消去を希望しますか？",
  askAction: "希望を送信",
  askConsequences: [
    "名前、メールアドレス、画像、プロフィール、設定、ログインが消去されます。ボットも同様です。",
    "オーナーが承認すると、すべての場所からログアウトされます。",
  ],
  asked: (when) => `${when} に希望しました。オーナーの承認が必要です。`,
  withdraw: "希望を取り下げる",
};
