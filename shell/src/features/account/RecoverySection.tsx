import { ConfirmDialog } from '@portal/shared-ui'
import { Button, Typography } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { makeRecoveryCodes } from './account.queries.ts'
import { CodesDialog } from './CodesDialog.tsx'
import { Section } from './Section.tsx'
import { t } from './texts.ts'
import { useChange } from './use-change.ts'

/** The number of recovery codes left, and an action that creates new ones, which are shown once. */
export function RecoverySection({ left }: { left: number }) {
  const [isAsking, setAsking] = useState(false)
  const make = useChange(makeRecoveryCodes, null)
  return (
    <Section
      heading={t('recovery')}
      text={t('recoveryText')}
      actions={
        <Button
          variant="outlined"
          aria-busy={make.isPending}
          disabled={make.isPending}
          onClick={() => (left === 0 ? make.mutate(undefined) : setAsking(true))}
        >
          {t('makeCodes')}
        </Button>
      }
    >
      <Typography>{left === 0 ? t('noCodes') : t('codesLeft', { count: left })}</Typography>
      {isAsking && (
        <ConfirmDialog
          title={t('replaceTitle')}
          text={t('replaceText', { count: left })}
          yes={t('makeCodes')}
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            make.mutate(undefined)
          }}
        />
      )}
      {make.data !== undefined && <CodesDialog codes={make.data.codes} onClose={make.reset} />}
    </Section>
  )
}
