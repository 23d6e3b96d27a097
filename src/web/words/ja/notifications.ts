import type { Translation } from "../catalog.ts";
import type { noticeWords } from "../notifications.ts";

export const notifications: Translation<typeof noticeWords> = {
  newDirect: "新しいダイレクトメッセージ",
  offer: "ダイレクトメッセージとメンションの通知を受け取りますか？",
  turnOn: "オンにする",
  notNow: "後で",
  newVersion: "新しいバージョンの Parley を利用できます。",
};
