import { Box, Button } from '@portal/shared-ui/mui'
import { t } from './texts.ts'

interface PageButtonsProps {
  label: string
  page: number
  pages: number
  onPage: (page: number) => void
}

/** Leads to the page before and the one after; nothing where there is one page. */
export function PageButtons({ label, page, pages, onPage }: PageButtonsProps) {
  if (pages <= 1) return null
  return (
    <Box component="nav" aria-label={label} sx={{ display: 'flex', gap: 2, paddingTop: 3 }}>
      <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('previous')}
      </Button>
      <Button size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('next')}
      </Button>
    </Box>
  )
}
