import { remoteNames } from '@portal/contract'
import type { DeployedRemote } from '@portal/contract'
import { ErrorPanel, Row, Rows, SkeletonTable, StatusChip } from '@portal/shared-ui'
import { Button, Collapse, MuiLink, Stack, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { Link } from '@portal/shared-ui/router'
import { useId, useState } from 'react'
import { modulePath } from '../../../paths.ts'
import { NoItems } from '../../../parts/LoadedList.tsx'
import { moduleName } from '../../../words/names.ts'
import { canaryWords } from './deployment-words.ts'
import { History } from './History.tsx'
import { deployedQuery, rollBack } from './modules.queries.ts'
import { RemovedModules } from './RemovedModules.tsx'
import { RemoveModule } from './RemoveModule.tsx'
import { t } from './texts.ts'
import { useDeploying, useWhyNotDeploy } from './use-deploying.ts'
import { VersionList, activationWords } from './VersionList.tsx'

const skeletonWidths = [200, 160, 120]

function RemoteRow({ remote }: { remote: DeployedRemote }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const isOwn = remoteNames.some((own) => own === remote.name)
  const whyNot = useWhyNotDeploy(remote.name)
  const back = useDeploying(rollBack, activationWords(remote))
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
        title={
          <MuiLink component={Link} to={modulePath(remote.name)} color="inherit">
            {moduleName(remote.name)}
          </MuiLink>
        }
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
          <VersionList remote={remote} />
          <Typography variant="subtitle2">{t('history')}</Typography>
          <History remote={remote} />
        </Stack>
      </Collapse>
      {isRemoving && <RemoveModule name={remote.name} onClose={() => setRemoving(false)} />}
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
        <NoItems text={t('nothingDeployed')} />
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
