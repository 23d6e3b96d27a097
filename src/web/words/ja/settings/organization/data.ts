import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { dataExportsWords, messageRetentionWords } from "../../../settings/organization/data.ts";

export const dataExports: Translation<typeof dataExportsWords> = {
  rows: { begin: "新しいエクスポート" },
  lead: "組織のデータとアップロードされたファイルを含むファイルです。以降のどのバージョンの Parley にもインポートできます。パスワードやキーは含まれません。",
  what: "内容",
  kinds: { public: "公開データ", standard: "公開データと、許可した人の非公開データ" },
  publicHint: "公開チャンネルとそのメッセージです。",
  standardHint: (agreed, all) =>
    `設定で許可した人のプライベートチャンネルとダイレクトメッセージも含みます（${number(all)} 人中 ${number(agreed)} 人）。`,
  start: "エクスポートを開始",
  started: "エクスポートを開始しました。そのまま作業を続けられます。",
  list: "エクスポート",
  none: "エクスポートはまだありません。週に 5 回まで開始できます。",
  pending: "処理中…",
  failed: "失敗",
  deleted: "削除済み",
  download: "ダウンロード",
  remove: "エクスポートを削除",
  whole: "完全なエクスポート",
  wholeText:
    "すべてのプライベートチャンネルとダイレクトメッセージを含む完全なエクスポートは、サーバー管理者だけが、サーバーで次のコマンドを実行して行えます。その間も作業を続けられます：",
  command: "コマンド",
  wholeHint:
    "--secrets を付けると、パスワードとキーのハッシュも含まれ、移行先でも同じようにログインできます。サーバーに複数の組織がある場合は、--organization で選択してください。",
  removeAsk: "このエクスポートを削除しますか？",
  removeText: "ダウンロードリンクが使えなくなります。組織のデータには影響しません。",
  compliance: {
    title: "コンプライアンスエクスポート",
    hint: "裁判や調査のために、指定した人が送受信したメッセージやチャンネルのメッセージを書き出します。この機能があることは全員が確認できます。",
    hold: "リーガルホールド",
    noHold: "指定なし",
    holdHint:
      "ホールドの対象すべてを、編集・削除されたメッセージの保持分も含めて書き出します。人、チャンネル、日付でさらに絞り込めます。",
    people: "人",
    channels: "チャンネル",
    from: "開始日",
    until: "終了日",
    reason: "理由",
    begin: "エクスポートを開始",
    waiting: "別のオーナーの承認待ち",
    confirm: "エクスポートを承認",
    list: "コンプライアンスエクスポート一覧",
  },
};

const days = (count: number) => `${number(count)} 日`;

export const messageRetention: Translation<typeof messageRetentionWords> = {
  rows: {
    message_retention_days: "メッセージの保存期間",
    channels: "保存期間を個別に設定したチャンネル",
  },
  organization: "デフォルトの保存期間",
  organizationHint:
    "ダイレクトメッセージと、個別の設定がないチャンネルに適用されます。期間を過ぎたメッセージは、ファイルとともに完全に削除されます。",
  forEver: "無期限",
  forDays: days,
  otherwise: "カスタム…",
  inherit: (count) => (count === undefined ? "デフォルト（無期限）" : `デフォルト（${days(count)}）`),
  days: "日数",
  daysWrong: "1 以上の整数を入力してください。",
  set: "設定",
  shorterTitle: (count) => `${days(count)}より古いメッセージを削除しますか？`,
  deletes: (count, isComplete) =>
    isComplete
      ? `該当する ${number(count)} 件のメッセージが完全に削除されます。`
      : `該当する ${number(count)} 件を超えるメッセージが完全に削除されます。`,
  deletesNothing: "該当するメッセージはまだありません。",
  held: (count: number) => plural(count, { other: "そのうち # 件はホールドにより表示されない形で保管されます。" }),
  laterOn: "以降も、保存期間に達したメッセージは順次削除されます。",
  whenDeleted: "削除は 1 日後に始まります。それまでは元に戻せます。",
  shorten: "古いメッセージを削除",
  channelsHint: "チャンネルごとに、保存期間を短くも長くもできます。",
  allSame: "すべてのチャンネルに組織の設定が適用されています。",
  add: "チャンネルを追加…",
  change: (channel) => `#${channel} のメッセージの保存期間`,
};
