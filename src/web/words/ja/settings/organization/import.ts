import type { Translation } from "../../../catalog.ts";
import { number } from "../../../format.ts";
import type { importWords } from "../../../settings/organization/import.ts";

/** A duration such as "約 3 分". */
function about(seconds: number): string {
  if (seconds < 60) return "1 分未満";
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `約 ${number(minutes)} 分` : `約 ${number(Math.round(minutes / 60))} 時間`;
}

export const imports: Translation<typeof importWords> = {
  lead: "Zulip、Slack、Mattermost、または別の Parley から、メンバー、チャンネル、メッセージをインポートします。",
  steps: { choose: "選択", read: "読み取り", upload: "アップロード", check: "確認", import: "インポート" },
  stepsName: "手順",

  file: "エクスポートファイル",
  chooseFile: "ファイルを選択",
  otherFile: "別のファイルを選択",
  change: "入力内容を変更",
  dropHere: "または、ここにドロップしてください。",
  takes: ".tar.gz（Zulip）、.zip（Slack、Mattermost）、.jsonl（Mattermost）、.tar（Parley）。",
  private:
    "ほかのプログラムのエクスポートは、このブラウザーで読み取られます。含まれているパスワード、キー、トークンがコンピューターの外に出ることはありません。組織に取り込まれるものだけがアップロードされます。",
  whereFrom: "エクスポートの入手方法",
  sources: {
    zulip: ["Zulip", "組織の設定 > データのエクスポート、またはサーバーで「./manage.py export」。バージョン 8 以降。"],
    slack: [
      "Slack",
      "ワークスペースの設定 > データのインポート/エクスポート > エクスポート。プライベートチャンネルには、すべてのデータのエクスポートが必要です。",
    ],
    mattermost: ["Mattermost", "mmctl export create --attachments の後に mmctl export download。"],
    parley: ["Parley", "サーバーで parley export、または設定の「エクスポート」。"],
  },
  kinds: { zulip: "Zulip", slack: "Slack", mattermost: "Mattermost", parley: "Parley" },

  needsHttps: "安全な接続が必要です",
  needsHttpsText:
    "ブラウザーは https のページでのみアーカイブを読み取って確認できます。https の URL で組織を開くか、コマンドを使ってください。",
  byCommand: "コマンドラインの parley import でもインポートできます。docs/moving.md をご覧ください。",

  finding: (name) => `${name} を確認中…`,
  recognised: (kind) => `${kind} のエクスポート`,
  unknown: "このファイルはインポートできません",
  unknownText: (name) =>
    `${name} は Zulip、Slack、Mattermost、Parley のエクスポートではありません。ダウンロードしたファイルを、展開せずに選択してください。`,
  otherThanBegun: "別のファイルです",
  otherThanBegunText: (name, chosen) =>
    `アップロード中のファイルは ${name} で、${chosen} とは異なります。${name} を選択するか、アップロードをキャンセルしてください。`,
  begunElsewhere: "このアップロードは別の場所で開始されました",
  changed: "今回はファイルの読み取り結果が異なります",
  changedText:
    "アップロードの開始後に、ブラウザーまたは Parley が変わりました。アップロードをキャンセルして、最初からやり直してください。",
  team: "インポートするチーム",
  teamHint:
    "このエクスポートには複数のチームが含まれています。ダイレクトメッセージはどのチームにも属さないため、インポートされません。",
  willConvert: "ファイルはこのブラウザーで読み取られ、変換されます。アップロードの前に内容を確認できます。",
  read: "ファイルを読み取る",
  people: {
    title: "メールアドレスのない人と、別のワークスペースの人",
    domain: "メールドメイン",
    domainHint:
      "メールアドレスのない人には、このドメインとユーザー名によるアドレスが割り当てられます。空欄にすると、その人はログインできません。",
    domainExample: "example.org",
    list: "メンバーの一覧",
    listHint:
      "1 行に 1 人ずつ、エクスポート内の ID またはユーザー名、メールアドレス、必要なら名前をコンマで区切って入力します。エクスポートの内容より優先されます。",
    strangers: "別のワークスペースの人",
    deactivated: "無効化済みのアカウント",
    guests: "ゲスト",
    token:
      "parley import で Slack のトークンを使うと、メールアドレス、ユーザーグループ、絵文字、ファイル、プロフィール画像も取得できます。",
  },
  reading: (kind) => `${kind} のエクスポートを読み取り中`,
  readSteps: {
    unpacking: "展開中",
    "reading what people have read": "既読の状態を読み取り中",
    "reading messages": "メッセージを読み取り中",
    "writing messages": "メッセージを書き込み中",
    messages: "メッセージを書き込み中",
    conversations: "会話を読み取り中",
  },
  begins: "開始中…",
  stop: "停止",
  failures: {
    archive: "ファイルを使用できませんでした",
    room: "空き容量が足りません",
    storage: "このブラウザーではインポートできません",
    file: "ファイルを読み取れなくなりました",
    fault: "ファイルを読み取れませんでした",
  },
  failureTexts: {
    room: "展開には、このコンピューター上にファイルサイズの数倍の空き容量が必要ですが、ブラウザーの空き容量が足りません。空き容量を増やすか、別のコンピューターを使ってください。",
    storage:
      "プライベートファイルシステムがないか、この種類のウィンドウでは使えません。最新の Chrome、Edge、Firefox、Safari の、プライベートではないウィンドウを使ってください。",
    file: "選択した後に、ファイルが変更、移動、または削除されました。もう一度選択してください。",
    fault:
      "ページを再読み込みして、もう一度お試しください。解決しない場合は、詳細が表示されるコマンドを使ってください。",
  },

  ready: (kind, version) => `読み取り完了：${kind}${version === "" ? "" : ` ${version}`}`,
  readyText: (size) =>
    `まだ何もアップロードされていません。アップロードのサイズは ${size} です。その後、変更の前にサーバーがすべてを確認します。`,
  upload: "アップロード",
  holds: "内容",
  files: (count, size) => `${number(count)} 個のファイル、${size}`,
  secrets: "パスワードとキーのハッシュを含む",
  noSecrets: "パスワードとキーを含まない",

  uploading: "アップロード中",
  uploaded: (sent, whole) => `${whole} のうち ${sent}`,
  left: (seconds) => `残り${about(seconds)}`,
  stayHere:
    "このページを開いたままにしてください。閉じた場合は、同じファイルをもう一度選択すると、中断したところから再開します。",
  waiting: "サーバーが混み合っています。再試行中…",
  offline: "オフラインです。再接続するとアップロードが再開されます。",
  stopped: "アップロードを停止しました",
  goOn: "続ける",
  giveUp: "アップロードをキャンセル",
  giveUpAsk: "このアップロードをキャンセルしますか？",
  giveUpText: "アップロードされたデータは削除されます。組織は変更されません。",

  unfinished: "未完了のアップロード",
  unfinishedHere: (name, size) =>
    `${name}（${size}）をもう一度選択してください。中断したところからアップロードを再開します。`,
  unfinishedElsewhere:
    "別のブラウザーまたはコマンドラインで開始されたため、そこでのみ続けられます。ここでは、進行状況の確認とキャンセルができます。",
  parts: (received, all) => `${number(all)} 個中 ${number(received)} 個のパート`,
  allThere: "アップロード完了",
  allThereText: "アーカイブ全体がアップロードされました。サーバーで確認できます。",
  check: "アーカイブを確認",

  checking: "アーカイブを確認中…",
  checkingText: "まだ何も変更されません。このページを閉じてもかまいません。",
  running: "インポート中…",
  runningText: "このページを閉じてもかまいません。インポートが終わるまで、ログインできるのはオーナーだけです。",
  phaseOf: (done, total) => `${number(total)} 件中 ${number(done)} 件`,
  stepLeft: (seconds) => `この手順の残り時間：${about(seconds)}`,
  cancel: "インポートをキャンセル",
  cancelAsk: "インポートをキャンセルして元に戻しますか？",
  cancelText:
    "これまでにインポートされたものがすべて削除され、組織は以前の状態に戻ります。アーカイブはもう一度アップロードする必要があります。",
  cancelAction: "キャンセルして元に戻す",
  undoing: "インポートを元に戻しています…",
  undoingText: "組織を復元しています。終わるまで、ログインできるのはオーナーだけです。",
  cancelled: "前回のインポートはキャンセルされました。組織は以前の状態に戻っています。",

  checked: "アーカイブをインポートできます",
  checkedText: "まだ何も変更されていません。インポートされる内容：",
  whatHappens: "この後の流れ",
  happens: [
    "インポートが終わるまで、ログインできるのはオーナーだけです。メッセージ 100,000 件あたり約 1 分かかります。",
    "同じメールアドレスのアカウントは統合され、ここでのパスワードが引き続き使われます。",
    "メールや通知は誰にも送信されません。",
    "最後に、開いているすべてのクライアントで組織が再読み込みされます。",
    "終わるまではキャンセルできますが、終わった後はできません。",
  ],
  start: "インポート",

  failed: "インポートに失敗しました",
  failedCheck: "アーカイブをインポートできません",
  checkAgain: "もう一度確認",
  failedText: "これまでにインポートされたものは残っています。中断したところから続けるか、元に戻すことができます。",
  failedCheckText: "何も変更されていません。",

  done: "インポートが完了しました",
  next: "次のステップ",
  nextPeople:
    "メンバーは以前と同じメールアドレスを使い、ログインページの「パスワードをお忘れですか？」、またはログインプロバイダーでログインします。",
  nextSecrets: "アーカイブにパスワードが含まれていたため、メンバーは以前と同じようにログインできます。",
  nextLook: "チャンネルと、オーナーや管理者が誰かを確認してください。",
  address: "URL",
  nextTell: "その後、この組織の URL を共有してください：",
  toPeople: "メンバー",
  toChannels: "チャンネル",
  forget: "レポートを削除",

  full: "この組織にはすでにメッセージがあります",
  fullText:
    "既存のメッセージより前に履歴をインポートすることはできません。インポート用に新しい組織を作成してください。",
  notReached: "サーバーが応答していません。これは最後に確認できた状態です。",

  report: "レポート",
  fromFile: "ファイルから",
  onServer: "サーバー上",
  kind: "項目",
  inFile: "エクスポート内",
  arrives: "インポート予定",
  arrived: "インポート済み",
  leftOut: (count) => `${number(count)} 件がスキップまたは変更されました`,
  nothingLeftOut: "スキップされたものはありません。",
  times: (count) => `${number(count)} ×`,
  download: "レポートをダウンロード",

  tables: {
    organization: "組織",
    users: "メンバーとボット",
    profile_fields: "カスタムプロフィール項目",
    profile_values: "プロフィール項目の値",
    groups: "グループ",
    custom_emoji: "カスタム絵文字",
    linkifiers: "リンク変換ルール",
    playgrounds: "コードプレイグラウンド",
    domains: "ドメイン",
    channel_folders: "チャンネルフォルダー",
    channels: "チャンネル",
    default_channel_groups: "デフォルトチャンネルのグループ",
    bots: "ボットの設定",
    bot_commands: "ボットのコマンド",
    subscriptions: "チャンネルへの参加",
    files: "ファイル",
    "copying files": "ファイル",
    messages: "メッセージ",
    reactions: "リアクション",
    submessages: "投票と ToDo",
    flags: "スターなどのフラグ",
    unread: "未読メッセージ",
    read_state: "既読の状態",
    topic_preferences: "フォロー中とミュート中のトピック",
    muted_users: "ミュート中の人",
    alert_words: "アラートワード",
    drafts: "下書き",
    saved_snippets: "定型文",
    scheduled_messages: "予約メッセージ",
    reminders: "リマインダー",
    navigation_views: "ナビゲーション",
    onboarding_steps: "最初のステップ",
    bot_storage: "ボットのストレージ",
    presence: "最終アクティブ",
    passkeys: "パスキー",
    second_factors: "2 要素認証",
    recovery_codes: "リカバリーコード",
    external_logins: "連携アカウント",
    "direct conversations": "ダイレクトメッセージ",
    finishing: "完了処理",
    undoing: "元に戻す処理",
  },
  otherTables: "その他",
};
