import type { Translation } from "../catalog.ts";
import { number } from "../format.ts";
import type { sharingWords, switchingWords } from "../switching.ts";

export const switching: Translation<typeof switchingWords> = {
  title: "組織",
  add: "組織を追加",
  address: "組織の URL",
  addressHint:
    "例：acme.example.org。Parley を使っている組織であれば、その URL で開き、そこでのアカウントでログインします。",
  notAddress: "組織の URL ではありません。",
  tooMany: (most) => `追加できる組織は ${most} 件までです。`,
  open: "開く",
  manage: "自分の組織",
  manageHint: "このデバイスに記憶されます。ログインは組織ごとに行います。",
  remove: (name) => `${name} を外す`,
  here: "表示中",
  joinTitle: "これらの組織を切り替えられるようにしますか？",
  joinText:
    "いずれかの組織からここへ移動しました。続けると、このデバイスで並べて表示され、それぞれにほかの組織の名前と URL が伝わります。知らない組織がある場合はキャンセルしてください。",
  join: "並べて表示",
  goTo: (name) => `${name} へ移動`,
  asOf: (time) => `${time} 時点`,
};

export const sharing: Translation<typeof sharingWords> = {
  outside: "外部からの共有",
  outsideText: "ほかのアプリまたはウェブサイトから Parley に渡された内容です。送信するまで投稿されません。",
  choose: "会話を選択",
  title: "共有先",
  placeholder: "メンバー、トピックなど",
  files: (names) => `添付：${names}`,
  left: (count) => `一度に共有できる量を ${number(count)} 個のファイルが超えています。メッセージに添付してください。`,
};
