import type { DeployedRemote, DeployedVersion, Deployer } from '@portal/contract'
import { formatDateTime, formatSize } from '@portal/shared-ui'
import { t } from './texts.ts'

/**
 * Who published or activated a build: a user, a deploy token, or a server that started with its own build.
 */
function byWords({ kind, name }: Deployer): string {
  if (kind === 'start') return t('byStart')
  return kind === 'token' ? t('byToken', { name }) : name
}

/** The same at the beginning of a sentence. */
export function whoDid({ kind, name }: Deployer): string {
  if (kind === 'start') return t('serverDid')
  return kind === 'token' ? t('tokenDid', { name }) : name
}

export function canaryWords({ canary }: Pick<DeployedRemote, 'canary'>): string | null {
  if (canary === null) return null
  const { version, to } = canary
  return 'percent' in to
    ? t(to.automatic === true ? 'canaryAutomatic' : 'canaryPercent', { version, percent: to.percent })
    : t('canaryRole', { version, role: to.role })
}

/** The verdict about a canary, with the numbers it rests on. */
export function verdictWords({ verdict, evidence }: DeployedVersion): string[] {
  if (verdict === undefined || evidence === undefined) return []
  const { errors: count, stableErrors } = evidence
  return [
    t(`verdict_${verdict}`, { ...evidence }),
    ...(count + stableErrors === 0 ? [] : [t('verdictErrors', { count, stableErrors })]),
  ]
}

/** Whether the version was mounted in a real page before it went live. */
function trialWords({ trial }: DeployedVersion): string {
  if (trial === null) return t('notTried')
  const at = formatDateTime(trial.at)
  return trial.failure === null ? t('tried', { at }) : t('trialFailed', { at, failure: trial.failure })
}

/** What is known about a version, one fact each. */
export function versionFacts(version: DeployedVersion): string[] {
  return [
    t('deployed', { at: formatDateTime(version.deployedAt), by: byWords(version.deployedBy) }),
    t('sizeOf', { size: formatSize(version.size), count: version.files }),
    t('contractOf', { contract: version.contract }),
    t('shareOf', { share: version.share }),
    t('mountsOf', { count: version.mounts, failures: version.failures }),
    ...(version.errors === 0 ? [] : [t('errorsOf', { count: version.errors })]),
    ...verdictWords(version),
    trialWords(version),
    ...(version.note === null ? [] : [`“${version.note}”`]),
  ]
}
