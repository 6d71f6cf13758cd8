/** A Markdown table; Prettier aligns its columns. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.map(escaped).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function escaped(cell: string): string {
	return cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
