import type { Translation } from "../catalog.ts";
import type { draftsWords, remindersWords, scheduledWords } from "../drafts-and-scheduled.ts";
import { listed, number } from "../format.ts";

export const drafts: Translation<typeof draftsWords> = {
  none: "下書きはありません",
  noneText: "送信していないメッセージがここに保存されます。",
  nobody: "宛先なし",
  nowhere: "チャンネルなし",
  resume: "続きを書く",
  deleted: "下書きを削除しました",
  deleteAll: "すべての下書きを削除",
  deleteAllText: "この操作は取り消せません。",
  logOutTitle: "未送信のメッセージを削除してログアウトしますか？",
  logOutText: (messages, drafts) => {
    const unsent = listed([
      ...(messages > 0 ? [`未送信のメッセージ ${number(messages)} 件`] : []),
      ...(drafts > 0 ? [`下書き ${number(drafts)} 件`] : []),
    ]);
    return `${unsent}がこのデバイスにのみ保存されています。ログアウトすると完全に削除されます。`;
  },
  logOutAnyway: "削除してログアウト",
};

export const scheduled: Translation<typeof scheduledWords> = {
  none: "予約メッセージはありません",
  noneText: "メッセージを書き、送信ボタンの横のメニューから日時を選択してください。",
  change: "日時を変更",
  sendNow: "今すぐ送信",
  deleted: "予約メッセージを削除しました",
  failed: "予約した日時に送信できませんでした。日時を変更するか、今すぐ送信してください。",
};

export const reminders: Translation<typeof remindersWords> = {
  none: "リマインダーはありません",
  noneText: "メッセージのメニューから「リマインド」を選択してください。",
  goTo: "メッセージへ移動",
  deleteTitle: "このリマインダーを削除しますか？",
  failed: "指定した日時に送信できませんでした。",
};
