import type { Translation } from "../../../catalog.ts";
import type { directoryWords } from "../../../settings/organization/directory.ts";

export const directory: Translation<typeof directoryWords> = {
  rows: { add: "ディレクトリを接続", address: "SCIM アドレス" },
  title: "ディレクトリ",
  hint: "Okta や Microsoft Entra などのディレクトリから、アカウントとグループの作成や変更、退職した人の無効化ができます（SCIM）。",
  none: "接続しているディレクトリはありません",
  addressHint: "ディレクトリの設定に、このアドレスとトークンを入力します。",
  other: "その他のディレクトリ",
  name: "名前",
  nameHint: "ディレクトリの操作とともに監査ログに表示されます。",
  kind: "ディレクトリ",
  connect: "接続",
  token: "トークン",
  made: "作成：",
  used: "最終使用：",
  unused: "未使用",
  tokenOf: (name) => `${name} のトークン`,
  tokenOnce:
    "今すぐコピーしてください。このトークンは二度と表示されません。トークンを持つ人は誰でもアカウントを作成、変更、無効にできます。",
  makeToken: (name) => `${name} の新しいトークンを作成`,
  endToken: (name) => `${name} の古いトークンを無効にする`,
  endTokenAsk: (name) => `${name} の古いトークンを無効にしますか？`,
  endTokenText: "先に新しいトークンをディレクトリに入力してください。古いトークンによるリクエストは今後拒否されます。",
  endTokenDo: "トークンを無効にする",
  tokenEnded: "トークンを無効にしました",
  remove: (name) => `${name} を切断`,
  removeAsk: (name) => `${name} を切断しますか？`,
  removeText: "アカウントとグループはそのまま残ります。トークンは使えなくなります。",
  removeDo: "切断",
  removed: "ディレクトリを切断しました",
};
