import type { Configuration } from '@portal/contract'
import { remoteNames, superadminModules } from '@portal/contract'
import { roleAtom } from '@portal/shared-ui'
import { Box, Stack, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import type { ReactNode } from 'react'
import { t } from '../../texts.ts'
import { moduleName } from '../../words/names.ts'
import { Apps } from './apps/Apps.tsx'
import { t as appWords } from './apps/texts.ts'
import { BackEnds } from './modules/BackEnds.tsx'
import { t as moduleWords } from './modules/texts.ts'
import { Deployments } from './modules/Deployments.tsx'
import { Flags } from './modules/Flags.tsx'
import { Loads } from './modules/Loads.tsx'
import { deployedQuery } from './modules/modules.queries.ts'
import { t as previewWords } from './modules/preview-texts.ts'
import { Previews } from './modules/Previews.tsx'
import { Origins } from './modules/Origins.tsx'
import { Tokens } from './modules/Tokens.tsx'
import { RoleMatrix } from './RoleMatrix.tsx'
import type { Settings } from './use-settings.ts'

/** The modules this portal was built with, and modules deployed later and not removed. */
function useModules({ roles }: Configuration): string[] {
  const { data } = useQuery(deployedQuery())
  const configured = Object.values(roles).flatMap((role) => Object.keys(role.modules))
  const removed = data?.removed.map(({ name }) => name) ?? []
  const all = new Set([...remoteNames, ...configured, ...(data?.remotes.map(({ name }) => name) ?? [])])
  return [...all].filter((name) => !removed.includes(name))
}

const isBuiltIn = (name: string) => remoteNames.some((own) => own === name)

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ maxWidth: 960, paddingTop: 4 }}>
      <Typography variant="h2" sx={{ paddingBottom: 2 }}>
        {heading}
      </Typography>
      {children}
    </Box>
  )
}

/**
 * Which module is on for which role; below, the deployed builds, previews of branches, flags, load
 * statistics, the deploy tokens, back ends of modules, and apps of third parties.
 */
export function ModulesTab({ settings: { configuration, changes, set } }: { settings: Settings }) {
  const modules = useModules(configuration)
  const viewer = useAtomValue(roleAtom)
  return (
    <Stack spacing={4}>
      <Typography sx={{ color: 'text.secondary', maxWidth: 720 }}>{t('modulesHint')}</Typography>
      <RoleMatrix
        label={t('tab_modules')}
        rowHeading={t('module')}
        rows={modules.map((name) => ({ key: name, name: moduleName(name) }))}
        words={{ yes: t('on'), no: t('off') }}
        isOn={(role, name) => configuration.roles[role].modules[name] !== false}
        // The settings are part of this module, and somebody must be able to switch it on again.
        whyFixed={(role, name) => {
          if (role !== 'superadmin') return null
          if (superadminModules.some((kept) => kept === name)) return t('keepsSettings')
          return viewer === 'superadmin' ? null : t('superadminsOnly')
        }}
        isChanged={(role, name) => changes.some(({ field }) => field === `roles.${role}.modules.${name}`)}
        // A module deployed later is on unless it was switched off.
        onSwitch={(role, name, isOn) =>
          set(['roles', role, 'modules', name], isOn && !isBuiltIn(name) ? null : isOn)
        }
      />
      <Section heading={t('deployments')}>
        <Deployments />
      </Section>
      <Section heading={previewWords('previews')}>
        <Previews />
      </Section>
      <Section heading={previewWords('flags')}>
        <Flags />
      </Section>
      <Section heading={t('loads')}>
        <Loads />
      </Section>
      <Section heading={t('tokens')}>
        <Tokens />
      </Section>
      <Section heading={t('origins')}>
        <Origins />
      </Section>
      <Section heading={moduleWords('backEnds')}>
        <BackEnds />
      </Section>
      <Section heading={appWords('apps')}>
        <Apps />
      </Section>
    </Stack>
  )
}
