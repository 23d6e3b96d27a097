import type { Translation } from "../catalog.ts";
import type { noticeWords } from "../notifications.ts";

export const notifications: Translation<typeof noticeWords> = {
  newDirect: "新しいダイレクトメッセージ",
  offer: "ダイレクトメッセージとメンションの通知を受け取りますか？",
  turnOn: "オンにする",
  notNow: "後で",
  newVersion: "新しいバージョンの Parley を利用できます。",
  offlineSince: "オフラインです。メッセージは再接続時に送信されます。最終接続：",
  noAnswerSince: "サーバーが応答していません。メッセージは応答があり次第送信されます。最終接続：",
  barred:
    "組織はこのネットワークを許可していません。社内ネットワークや VPN など、許可されたネットワークに接続してください。",
  barredKept: "書いた内容は保存され、接続後に送信されます。",
};
