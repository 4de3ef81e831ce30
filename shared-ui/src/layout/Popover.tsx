export { default } from '@mui/material/Popover'
