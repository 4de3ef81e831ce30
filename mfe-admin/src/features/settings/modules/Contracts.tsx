import type { RemoteHealth } from '@portal/contract'
import { Box, Button, Collapse, Typography } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { moduleName } from '../../../words/names.ts'
import { t } from './page-texts.ts'

/** Names in full, hidden until they are asked for. */
function Names({ heading, names }: { heading: string; names: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  if (names.length === 0) return null
  return (
    <Box component="li">
      {heading}{' '}
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-label={`${t('show')}: ${heading}`}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'hide' : 'show')}
      </Button>
      <Collapse in={isOpen} unmountOnExit>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {names.join(', ')}
        </Typography>
      </Collapse>
    </Box>
  )
}

/** What the active version uses of the portal, and which modules use what it offers. */
export function Contracts({ uses, usedBy }: Pick<RemoteHealth, 'uses' | 'usedBy'>) {
  return (
    <>
      {uses === null ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('usesUnknown')}</Typography>
      ) : (
        <Box component="ul" aria-label={t('contracts')} sx={{ margin: 0, paddingLeft: 5 }}>
          {Object.entries(uses.modules).map(([module, names]) => (
            <Names key={module} heading={t('usesModule', { module, count: names.length })} names={names} />
          ))}
          <Names heading={t('usesShell', { count: uses.shell.length })} names={uses.shell} />
          <Names heading={t('usesCalls', { count: uses.calls.length })} names={uses.calls} />
        </Box>
      )}
      <Typography sx={{ paddingTop: 3 }}>{usedBy.length === 0 ? t('usedByNobody') : t('usedBy')}</Typography>
      {usedBy.length > 0 && (
        <Box component="ul" aria-label={t('usedBy')} sx={{ margin: 0, paddingLeft: 5 }}>
          {usedBy.map(({ name, calls }) => (
            <Names
              key={name}
              heading={t('usedByModule', { name: moduleName(name), count: calls.length })}
              names={calls}
            />
          ))}
        </Box>
      )}
    </>
  )
}
