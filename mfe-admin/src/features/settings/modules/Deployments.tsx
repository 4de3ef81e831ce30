import { remoteNames } from '@portal/contract'
import type { DeployedRemote, DeployedVersion, Deployer } from '@portal/contract'
import {
  ConfirmDialog,
  EmptyState,
  ErrorPanel,
  Row,
  Rows,
  SkeletonTable,
  StatusChip,
  formatDateTime,
  formatSize,
  roleAtom,
} from '@portal/shared-ui'
import { Box, Button, Collapse, Stack, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId, useState } from 'react'
import { moduleName } from '../../../words/names.ts'
import { activate, deployedQuery, rollBack } from './modules.queries.ts'
import { RemovedModules } from './RemovedModules.tsx'
import { RemoveModule } from './RemoveModule.tsx'
import { t } from './texts.ts'
import { useDeploying } from './use-deploying.ts'

const skeletonWidths = [200, 160, 120]

/**
 * Who published or activated a build: a user, a deploy token, or a server that started with its own build.
 */
function byWords({ kind, name }: Deployer): string {
  if (kind === 'start') return t('byStart')
  return kind === 'token' ? t('byToken', { name }) : name
}

/** The same at the beginning of a sentence. */
function whoDid({ kind, name }: Deployer): string {
  if (kind === 'start') return t('serverDid')
  return kind === 'token' ? t('tokenDid', { name }) : name
}

function canaryWords({ canary }: DeployedRemote): string | null {
  if (canary === null) return null
  const { version, to } = canary
  return 'percent' in to
    ? t(to.automatic === true ? 'canaryAutomatic' : 'canaryPercent', { version, percent: to.percent })
    : t('canaryRole', { version, role: to.role })
}

/** The verdict about a canary, with the numbers it rests on. */
function verdictWords({ verdict, evidence }: DeployedVersion): string[] {
  if (verdict === undefined || evidence === undefined) return []
  const { errors: count, stableErrors } = evidence
  return [
    t(`verdict_${verdict}`, { ...evidence }),
    ...(count + stableErrors === 0 ? [] : [t('verdictErrors', { count, stableErrors })]),
  ]
}

interface VersionRowProps {
  remote: DeployedRemote
  version: DeployedVersion
  /** Why this version cannot be activated here, or null. */
  whyNot: string | null
  onActivate: () => void
}

function VersionRow({ remote, version, whyNot, onActivate }: VersionRowProps) {
  const id = useId()
  const facts = [
    t('deployed', { at: formatDateTime(version.deployedAt), by: byWords(version.deployedBy) }),
    t('sizeOf', { size: formatSize(version.size), count: version.files }),
    t('contractOf', { contract: version.contract }),
    t('shareOf', { share: version.share }),
    t('mountsOf', { count: version.mounts, failures: version.failures }),
    ...(version.errors === 0 ? [] : [t('errorsOf', { count: version.errors })]),
    ...verdictWords(version),
    ...(version.note === null ? [] : [`“${version.note}”`]),
  ]
  return (
    <Row
      titleId={id}
      title={version.version}
      mark={
        version.state === 'kept' ? undefined : (
          <StatusChip
            label={t(`state_${version.state}`)}
            colour={version.state === 'active' ? 'green' : 'blue'}
            symbol="check"
          />
        )
      }
      facts={facts}
    >
      {version.version !== remote.active && (
        <Button
          size="small"
          variant="outlined"
          aria-describedby={id}
          disabled={whyNot !== null}
          title={whyNot ?? undefined}
          onClick={onActivate}
        >
          {t('activate')}
        </Button>
      )}
    </Row>
  )
}

function History({ history, label }: { history: DeployedRemote['history']; label: string }) {
  return (
    <Box
      component="ol"
      aria-label={label}
      sx={{
        listStyle: 'none',
        margin: 0,
        padding: 0,
        color: 'text.secondary',
        '& > li + li': { paddingTop: 1 },
      }}
    >
      {history.map((step) => (
        <li key={`${step.at} ${step.version} ${step.action}`}>
          {t(`step_${step.action}`, {
            by: whoDid(step.by),
            version: step.version,
            from: step.from ?? t('nothingBefore'),
          })}{' '}
          {formatDateTime(step.at)}
          {step.note !== null && ` “${step.note}”`}
        </li>
      ))}
    </Box>
  )
}

function RemoteRow({ remote }: { remote: DeployedRemote }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const isOwn = remoteNames.some((own) => own === remote.name)
  const words = {
    done: ({ version }: { version: string }) => t('nowInForce', { name: moduleName(remote.name), version }),
    failed: t('notInForce'),
  }
  const role = useAtomValue(roleAtom)
  const whyNot = remote.name === 'admin' && role !== 'superadmin' ? t('superadminsOnly') : null
  const back = useDeploying(rollBack, words)
  const forward = useDeploying(activate, words)
  const canary = canaryWords(remote)
  const facts = [
    remote.name,
    t('ownedBy', { owner: remote.owner }),
    t('versionsKept', { count: remote.versions.length }),
    ...(canary === null ? [] : [canary]),
    ...remote.problems,
  ]
  return (
    <>
      <Row
        titleId={id}
        title={moduleName(remote.name)}
        mark={
          <>
            <Typography component="span">{remote.active}</Typography>
            {remote.problems.length > 0 && <StatusChip label={t('unfit')} colour="red" symbol="cross" />}
          </>
        }
        facts={facts}
      >
        <Button size="small" aria-expanded={isOpen} aria-describedby={id} onClick={() => setOpen(!isOpen)}>
          {t('versions')}
        </Button>
        <Button
          size="small"
          variant="outlined"
          aria-describedby={id}
          aria-busy={back.isPending}
          disabled={
            whyNot !== null || back.isPending || (remote.rollbackTo === null && remote.canary === null)
          }
          title={
            whyNot ??
            (remote.rollbackTo === null ? t('nothingEarlier') : t('backTo', { version: remote.rollbackTo }))
          }
          onClick={() => back.mutate(remote.name)}
        >
          {t('rollBack')}
        </Button>
        <Button
          size="small"
          variant="outlined"
          color="error"
          aria-describedby={id}
          disabled={isOwn}
          title={isOwn ? t('partOfPortal') : undefined}
          onClick={() => setRemoving(true)}
        >
          {t('remove')}
        </Button>
      </Row>
      <Collapse component="li" in={isOpen} unmountOnExit sx={{ listStyle: 'none' }}>
        <Stack
          spacing={3}
          sx={{ padding: 3, borderTop: 1, borderColor: 'divider', backgroundColor: 'portal.page' }}
        >
          <Rows label={t('versionsOf', { name: moduleName(remote.name) })}>
            {remote.versions.map((version) => (
              <VersionRow
                key={version.version}
                remote={remote}
                version={version}
                whyNot={whyNot}
                onActivate={() => setAsked(version.version)}
              />
            ))}
          </Rows>
          <Typography variant="subtitle2">{t('history')}</Typography>
          <History history={remote.history} label={t('historyOf', { name: moduleName(remote.name) })} />
        </Stack>
      </Collapse>
      {isRemoving && <RemoveModule name={remote.name} onClose={() => setRemoving(false)} />}
      {asked !== null && (
        <ConfirmDialog
          title={t('activateTitle', { name: moduleName(remote.name), version: asked })}
          text={t('activateText')}
          yes={t('activate')}
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null)
            forward.mutate({ name: remote.name, version: asked })
          }}
        />
      )}
    </>
  )
}

/**
 * The deployed build of each module: version, owner, author and time, with an action to restore the previous
 * version. Below, the removed modules.
 */
export function Deployments() {
  const { data, error, refetch } = useQuery(deployedQuery())
  if (data === undefined && error !== null)
    return <ErrorPanel error={error} title={t('deploymentsFailed')} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonTable widths={skeletonWidths} rows={5} />
  return (
    <>
      {data.remotes.length === 0 ? (
        <EmptyState title={t('nothingDeployed')} />
      ) : (
        <Rows label={t('deployments')}>
          {data.remotes.map((remote) => (
            <RemoteRow key={remote.name} remote={remote} />
          ))}
        </Rows>
      )}
      <RemovedModules modules={data.removed} />
    </>
  )
}
