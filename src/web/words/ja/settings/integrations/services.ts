import type { Translation } from "../../../catalog.ts";
import type { servicesWords } from "../../../settings/integrations/services.ts";

export const services: Translation<typeof servicesWords> = {
  airbyte: {
    about: "成功または失敗した同期",
    where: "ワークスペースの設定の Notifications で、Webhook URL を Webhook として入力してください。",
  },
  alertmanager: {
    about: "Prometheus のアラートの発生と終了",
    where: "alertmanager.yml に webhook_configs を含む receiver を追加し、アラートを振り分けてください。",
  },
  ansibletower: {
    about: "ジョブの開始、成功、失敗",
    where: "Ansible Tower または AWX で、種類が Webhook の通知を追加し、テンプレートで有効にしてください。",
  },
  appveyor: {
    about: "ビルドの成功と失敗",
    where: "プロジェクトの設定の Notifications で、種類が Webhook の通知を追加してください。",
  },
  azuredevops: {
    about: "Azure Repos のプッシュとプルリクエスト",
    where: "プロジェクトの設定の Service hooks で、種類が Web Hooks のサブスクリプションを追加してください。",
  },
  basecamp: {
    about: "ドキュメント、メッセージ、質問、ToDo",
    where: "プロジェクトの設定の Webhooks で、Webhook を追加してください。",
  },
  bitbucket2: {
    about: "プッシュ、プルリクエスト、課題",
    where: "リポジトリの設定の Webhooks で、Webhook を追加してください。",
  },
  bitbucket3: {
    about: "自社サーバーのプッシュとプルリクエスト",
    where: "リポジトリの設定の Webhooks で、Webhook を作成してください。",
  },
  buildbot: {
    about: "ビルドの開始と終了",
    where: "master.cfg に、Webhook URL を指定した HttpStatusPush レポーターを追加してください。",
  },
  circleci: {
    about: "完了したジョブとワークフロー",
    where: "プロジェクトの設定の Webhooks で、Webhook を追加してください。",
  },
  datadog: {
    about: "モニターのアラートと復旧",
    where:
      "Datadog のインテグレーションで、title、body、link、hostname、priority、alert_transition をペイロードに含む Webhook を追加してください。",
  },
  dropbox: {
    about: "変更されたファイル",
    where: "Dropbox の App Console で、アプリの Webhooks に Webhook URL を追加してください。",
  },
  forgejo: {
    about: "プッシュ、プルリクエスト、課題、リリース",
    where: "リポジトリの設定の Webhooks で、種類が Forgejo の Webhook を追加してください。",
  },
  freshdesk: {
    about: "新規または変更されたチケット",
    where:
      "自動化ルールで Webhook を実行します。POST、JSON で、チケットのフィールドを freshdesk_webhook というオブジェクトに入れてください。",
  },
  freshping: {
    about: "チェックの停止と復旧",
    where: "Freshping の設定の Integrations で、Webhook を追加してください。",
  },
  front: {
    about: "会話、コメント、担当者",
    where: "Front の設定で Webhooks インテグレーションを有効にし、ルールで使ってください。",
  },
  gitea: {
    about: "プッシュ、プルリクエスト、課題、リリース",
    where: "リポジトリの設定の Webhooks で、種類が Gitea の Webhook を追加してください。",
  },
  github: {
    about: "プッシュ、プルリクエスト、課題、リリースなど",
    where: "リポジトリまたは組織の設定の Webhooks で、Webhook を追加してください。",
  },
  githubsponsors: {
    about: "新規または変更されたスポンサーシップ",
    where: "スポンサーダッシュボードの Webhooks で、Webhook を追加してください。",
  },
  gitlab: {
    about: "プッシュ、マージリクエスト、課題、パイプラインなど",
    where: "プロジェクトまたはグループの設定の Webhooks で、Webhook を追加してください。",
  },
  gocd: {
    about: "ステージの開始、成功、失敗",
    where:
      "Sentry のプラグイン GoCD WebHook Notification をインストールし、その WebHook URL に Webhook URL を入力してください。",
  },
  gogs: {
    about: "プッシュ、プルリクエスト、課題、リリース",
    where: "リポジトリの設定の Webhooks で、種類が Gogs の Webhook を追加してください。",
  },
  grafana: {
    about: "アラートの発生と終了",
    where: "Grafana のアラート設定で、種類が Webhook の contact point を追加してください。",
  },
  harbor: {
    about: "イメージ、スキャン、クォータ、レプリケーション",
    where: "プロジェクトの Webhooks で、種類が HTTP の Webhook を追加してください。",
  },
  helloworld: {
    about: "お試し用の最小のインテグレーション",
    where: "任意のプログラムで、featured_title と featured_url を含む JSON を送信してください。",
  },
  heroku: {
    about: "リリース、ビルド、デプロイ",
    where: "ダッシュボードまたは heroku webhooks:add で、アプリに Webhook を追加してください。",
  },
  homeassistant: {
    about: "自宅からのメッセージ",
    where: "configuration.yaml に、message と、必要なら topic を送信する REST 通知を追加してください。",
  },
  ifttt: {
    about: "アプレットのトリガーになるあらゆるもの",
    where: "アプレットの最後に、topic と content を含む Web リクエスト（POST、application/json）を設定してください。",
  },
  intercom: {
    about: "会話、連絡先、会社",
    where: "Intercom の developer hub で、アプリの Webhooks に Webhook URL を追加し、トピックを選択してください。",
  },
  jenkins: {
    about: "ビルドの開始、成功、失敗",
    where: "notification プラグインで、ジョブにエンドポイント（JSON、HTTP）を追加してください。",
  },
  jira: {
    about: "課題とコメント",
    where: "Jira のシステム設定で、管理者が Webhook を作成できます。",
  },
  json: {
    about: "任意の JSON をそのまま表示",
    where: "任意のプログラムから JSON を送信してください。コードとして表示されます。",
  },
  lidarr: {
    about: "アルバムの取得、インポート、削除",
    where: "Lidarr の設定の Connect で、Webhook を追加してください。",
  },
  linear: {
    about: "課題、サブ課題、コメント",
    where: "ワークスペースの API 設定で、課題とコメントの Webhook を作成してください。",
  },
  netlify: {
    about: "デプロイの開始、成功、失敗",
    where: "サイトの通知設定で、デプロイのイベントごとに HTTP POST リクエストを追加してください。",
  },
  newrelic: {
    about: "課題の発生と解決",
    where: "New Relic のアラートの destinations に Webhook を追加し、ワークフローで使ってください。",
  },
  notion: {
    about: "ページの変更",
    where:
      "Notion インテグレーションの設定で Webhook を登録してください。求められるトークンは、メッセージとして届きます。",
  },
  opencollective: {
    about: "新しい貢献者と寄付",
    where: "collective の設定の Webhooks で、Webhook URL を追加してください。",
  },
  openproject: {
    about: "ワークパッケージの作成と変更",
    where: "OpenProject の API and webhooks で、管理者が Webhook を追加できます。",
  },
  opsgenie: {
    about: "アラートとその経過",
    where: "Opsgenie のインテグレーションで、Webhook を追加してください。",
  },
  pagerduty: {
    about: "インシデントとその担当者",
    where: "PagerDuty のインテグレーションで、サービスに generic webhook (v3) を追加してください。",
  },
  papertrail: {
    about: "検索に一致したログの行",
    where: "保存した検索に、種類が Webhook のアラートを追加してください。",
  },
  patreon: {
    about: "メンバーシップの開始、変更、終了",
    where: "Patreon の開発者ポータルの My Webhooks で、Webhook URL を追加してください。",
  },
  pingdom: {
    about: "チェックの停止と復旧",
    where: "Pingdom のインテグレーションで Webhook を追加し、チェックで選択してください。",
  },
  radarr: {
    about: "映画の取得、インポート、削除",
    where: "Radarr の設定の Connect で、Webhook を追加してください。",
  },
  raygun: {
    about: "プログラムのエラーとその担当者",
    where: "アプリケーションの設定の Integrations で、Webhook を追加してください。",
  },
  redmine: {
    about: "課題の作成と変更",
    where: "Redmine の Webhook プラグインを使い、プロジェクトの設定で Webhook URL を追加してください。",
  },
  rollbar: {
    about: "プログラムのエラー",
    where: "プロジェクトの通知設定で、Webhook を追加してください。",
  },
  rundeck: {
    about: "ジョブの開始、成功、失敗",
    where: "ジョブの通知に Webhook（POST、JSON）を追加してください。",
  },
  semaphore: {
    about: "パイプライン、ビルド、デプロイの成功と失敗",
    where: "組織の通知で、Webhook URL を Webhook とするルールを作成してください。",
  },
  sentry: {
    about: "プログラムのエラーと課題",
    where: "Sentry の開発者設定で、Webhook URL を Webhook とする internal integration を作成してください。",
  },
  shortcut: {
    about: "新規または変更されたストーリーとエピック",
    where: "設定の Integrations で、outgoing webhook を追加してください。",
  },
  slack: {
    about: "Slack の公開チャンネルでの発言",
    where:
      "チャンネルとメンバーを読み取る Slack アプリ（channels:read、channels:history、users:read）を作成し、Event Subscriptions で message.channels を登録してください。",
  },
  slack_incoming: {
    about: "Slack に書き込めるプログラム",
    where: "Slack の incoming webhook の代わりに、この Webhook URL をプログラムに設定してください。",
  },
  sonarqube: {
    about: "クオリティゲートの合格と不合格",
    where: "プロジェクトの管理設定の Webhooks で、Webhook を作成してください。",
  },
  sonarr: {
    about: "エピソードの取得、インポート、削除",
    where: "Sonarr の設定の Connect で、Webhook を追加してください。",
  },
  splunk: {
    about: "結果が見つかった検索",
    where: "保存した検索またはアラートのアクションに、Webhook を追加してください。",
  },
  statuspage: {
    about: "インシデントとコンポーネントの状態",
    where: "この Webhook URL を使い、ステータスページを Webhook で購読してください。",
  },
  stripe: {
    about: "支払い、請求書、サブスクリプション、不審請求の申請",
    where: "Stripe の開発者設定で、Webhook エンドポイントを追加してください。",
  },
  taiga: {
    about: "ストーリー、タスク、課題、エピック、スプリント",
    where: "プロジェクトの設定の Integrations で、Webhook を追加してください。",
  },
  teamcity: {
    about: "ビルドの成功と失敗",
    where: "TeamCity の Webhook、または tcWebHooks プラグインで、プロジェクトに Webhook URL を追加してください。",
  },
  template: {
    about: "任意の JSON または XML をテンプレートで表示",
    where:
      "任意のプログラムやサービスから JSON または XML を送信してください。メッセージの見た目はテンプレートで決まります。",
  },
  travis: {
    about: "ビルドの成功と失敗",
    where: ".travis.yml の notifications の webhooks に、Webhook URL を追加してください。",
  },
  trello: {
    about: "ボードのカード、リスト、メンバー",
    where:
      "Trello の Webhook は API で作成します。ボードを idModel、この URL を callbackURL として、POST /1/webhooks を送信してください。",
  },
  "uptime-kuma": {
    about: "モニターの停止と復旧",
    where: "Uptime Kuma で、本文が JSON で、種類が Webhook の通知を追加してください。",
  },
  uptimerobot: {
    about: "モニターの停止と復旧",
    where: "UptimeRobot のインテグレーションで、UptimeRobot の変数を JSON で送信する Webhook を追加してください。",
  },
  vercel: {
    about: "デプロイの開始、成功、失敗",
    where: "チームの設定の Webhooks で、デプロイのイベント用の Webhook を作成してください。",
  },
  wekan: {
    about: "ボードのカード、リスト、スイムレーン",
    where: "ボードの設定の Outgoing Webhooks で、Webhook URL を追加してください。",
  },
  wordpress: {
    about: "公開された投稿とページ",
    where: "Webhook 用のプラグインを使い、公開時に post_title、post_url、hook を送信してください。",
  },
  zabbix: {
    about: "障害の発生と終了",
    where: "Zabbix で、Webhook URL に JSON を送信する、種類が Webhook のメディアタイプを追加してください。",
  },
  zapier: {
    about: "Zap のトリガーになるあらゆるもの",
    where: "Zap の最後に、topic と content を含む JSON を Webhook で POST してください。",
  },
  zendesk: {
    about: "新規または変更されたチケット",
    where: "Zendesk の管理センターで Webhook を作成し、イベントまたはトリガーに接続してください。",
  },
};
