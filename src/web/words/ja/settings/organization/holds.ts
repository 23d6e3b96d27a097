import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { holdsWords } from "../../../settings/organization/holds.ts";

export const holds: Translation<typeof holdsWords> = {
  rows: { add: "ホールドを作成" },
  title: "リーガルホールド",
  hint: "リーガルホールドは、削除、編集、移動されたメッセージを訴訟などに備えて保管します。Parley では誰にも表示されず、本人にも通知されません。",
  none: "ホールドはありません",
  name: "名前",
  matter: "案件番号",
  reason: "理由",
  people: "ユーザー",
  peopleHint: "書いた内容と、参加している会話で受け取った内容を保管します。",
  directOnly: "ダイレクトメッセージのみ",
  channels: "チャンネル",
  channelsHint: "そこに書かれたすべてを保管します。",
  from: "送信日（開始）",
  until: "送信日（終了）",
  timesHint: "空欄にすると制限なしになります。",
  keeps: (versions: number, files: number, size: string) =>
    `${plural(versions, { other: "# 件のメッセージを保管中" })} · ${plural(files, { other: "# 個のファイル" })} · ${size}`,
  created: "作成日",
  released: "解除済み（保管内容を削除中）",
  edit: (name) => `${name} を編集`,
  editTitle: "ホールドを編集",
  save: "ホールドを保存",
  release: (name) => `${name} を解除`,
  releaseAsk: (name) => `${name} を解除しますか？`,
  releaseText: "ほかのホールドが保管していない内容は、1 日以内に完全に削除されます。",
  releaseDo: "ホールドを解除",
  releaseDone: "ホールドを解除しました",
};
