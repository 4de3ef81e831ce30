import Button from '@mui/material/Button'
import { Notice } from './Notice.tsx'
import { t } from './texts.ts'

/** The page for an unknown address. `heading` is h1 outside the shell's frame. */
export function PageNotFound({
  path,
  heading = 'h2',
  onHome,
}: {
  path: string
  heading?: 'h1' | 'h2'
  onHome?: () => void
}) {
  return (
    <Notice title={t('notFoundTitle')} text={t('notFoundText', { path })} heading={heading}>
      {onHome !== undefined && (
        <Button variant="outlined" onClick={onHome}>
          {t('toStart')}
        </Button>
      )}
    </Notice>
  )
}
