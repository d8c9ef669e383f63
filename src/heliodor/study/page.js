// Figures under the pointer or the focus, and tables that are sorted by a column. The page is complete without it.
const tip = document.getElementById('tip')
for (const mark of document.querySelectorAll('[data-tip]')) {
  const show = (event) => {
    const at = mark.getBoundingClientRect()
    tip.textContent = mark.dataset.tip
    tip.hidden = false
    const x = event.clientX || at.left + at.width / 2
    tip.style.left = Math.max(4, Math.min(x + 12, innerWidth - tip.offsetWidth - 8)) + 'px'
    tip.style.top = Math.max(4, (event.clientY || at.top) - tip.offsetHeight - 10) + 'px'
  }
  const hide = () => (tip.hidden = true)
  mark.addEventListener('pointermove', show)
  mark.addEventListener('pointerleave', hide)
  mark.addEventListener('focus', show)
  mark.addEventListener('blur', hide)
}
for (const head of document.querySelectorAll('th button')) {
  head.addEventListener('click', () => {
    const cell = head.closest('th')
    const rows = cell.closest('table').tBodies[0]
    const down = cell.getAttribute('aria-sort') !== 'descending'
    for (const other of cell.parentNode.cells) other.removeAttribute('aria-sort')
    cell.setAttribute('aria-sort', down ? 'descending' : 'ascending')
    const key = (row) => row.cells[cell.cellIndex].dataset.value ?? row.cells[cell.cellIndex].textContent
    const compare = (a, b) => (isNaN(key(a)) || isNaN(key(b)) ? key(a).localeCompare(key(b)) : key(a) - key(b))
    rows.append(...[...rows.rows].sort((a, b) => (down ? compare(b, a) : compare(a, b))))
  })
}
