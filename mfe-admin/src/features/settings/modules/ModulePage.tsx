import type { DeployedRemote, RemoteHealth } from '@portal/contract'
import { EmptyState, QueryResult } from '@portal/shared-ui'
import { Box, MuiLink, Stack, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { Link, useParams } from '@portal/shared-ui/router'
import type { ReactNode } from 'react'
import { settingsTabPath } from '../../../paths.ts'
import { moduleName } from '../../../words/names.ts'
import { CanaryState } from './CanaryState.tsx'
import { Contracts } from './Contracts.tsx'
import { ErrorBudgetPart } from './ErrorBudgetPart.tsx'
import { ErrorsByVersion } from './ErrorsByVersion.tsx'
import { History } from './History.tsx'
import { LongFrameList } from './LongFrameList.tsx'
import { Measured } from './Measured.tsx'
import { deployedQuery, healthQuery } from './modules.queries.ts'
import { t } from './page-texts.ts'
import { Sizes } from './Sizes.tsx'
import { VersionList } from './VersionList.tsx'

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={heading}>
      <Typography variant="h3" component="h3" sx={{ paddingBottom: 2 }}>
        {heading}
      </Typography>
      {children}
    </Box>
  )
}

/** What follows from the history and from the reports of pages. */
function Health({ remote, health }: { remote: DeployedRemote; health: RemoteHealth }) {
  return (
    <>
      <Part heading={t('budget')}>
        <ErrorBudgetPart name={remote.name} budget={health.budget} />
      </Part>
      <Part heading={t('measured')}>
        <Measured remote={remote} measured={health.measured} />
      </Part>
      <Part heading={t('errors')}>
        <ErrorsByVersion remote={remote} failures={health.failures} errors={health.errors} />
      </Part>
      <Part heading={t('longFrames')}>
        <LongFrameList frames={health.longFrames} />
      </Part>
      <Part heading={t('contracts')}>
        <Contracts uses={health.uses} usedBy={health.usedBy} />
      </Part>
      <Part heading={t('sizes')}>
        <Sizes sizes={health.sizes} limit={health.sizeLimitBytes} />
      </Part>
    </>
  )
}

function DeployedModule({ remote }: { remote: DeployedRemote }) {
  const health = useQuery(healthQuery(remote.name))
  return (
    <Stack spacing={8}>
      <Part heading={t('canary')}>
        <CanaryState remote={remote} />
      </Part>
      <Part heading={t('versions')}>
        <VersionList remote={remote} />
      </Part>
      <QueryResult query={health} loading={t('loading')} failed={t('failed')}>
        {(data) => <Health remote={remote} health={data} />}
      </QueryResult>
      <Part heading={t('deployments')}>
        <History remote={remote} />
      </Part>
    </Stack>
  )
}

/**
 * One module for the team that owns it: its versions and who has them, its canary, error budget, errors,
 * speed in pages, contracts, size and deployments.
 */
export default function ModulePage() {
  const { name = '' } = useParams()
  const deployed = useQuery(deployedQuery())
  const remote = deployed.data?.remotes.find((each) => each.name === name)
  return (
    <Box sx={{ maxWidth: 960, width: '100%' }}>
      <MuiLink component={Link} to={settingsTabPath('modules')}>
        {t('back')}
      </MuiLink>
      <Typography variant="h2" sx={{ paddingTop: 3, overflowWrap: 'anywhere' }}>
        {moduleName(name)}
      </Typography>
      {remote !== undefined && (
        <Typography sx={{ color: 'text.secondary' }}>
          {t('about', { name, owner: remote.owner, version: remote.active })}
        </Typography>
      )}
      <Box sx={{ paddingTop: 6 }}>
        <QueryResult query={deployed} loading={t('loading')} failed={t('failed')}>
          {() =>
            remote === undefined ? (
              <EmptyState title={t('notDeployed', { name })} />
            ) : (
              <DeployedModule remote={remote} />
            )
          }
        </QueryResult>
      </Box>
    </Box>
  )
}
