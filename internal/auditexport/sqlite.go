package auditexport

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // registers itself as the driver "sqlite"
)

// sqliteVersion is the version of the schema. docs/export.md describes it.
const sqliteVersion = 1

// sqliteSchema makes what is missing. The names leave room for other tables of the team.
const sqliteSchema = `
CREATE TABLE IF NOT EXISTS fencepost_audit (
  id          TEXT PRIMARY KEY NOT NULL,
  time        TEXT NOT NULL,
  kind        TEXT NOT NULL,
  decision    TEXT,
  outcome     TEXT,
  tool        TEXT,
  input       TEXT,
  normalised  TEXT,
  reason      TEXT,
  rule        TEXT,
  rule_source TEXT,
  mode        TEXT,
  cwd         TEXT,
  session     TEXT,
  call        TEXT,
  judging_us  INTEGER NOT NULL,
  log         TEXT NOT NULL,
  log_offset  INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS fencepost_audit_time ON fencepost_audit (time);
CREATE INDEX IF NOT EXISTS fencepost_audit_call ON fencepost_audit (session, call);
CREATE TABLE IF NOT EXISTS fencepost_audit_log (
  log         TEXT PRIMARY KEY NOT NULL,
  path        TEXT NOT NULL,
  last_offset INTEGER NOT NULL,
  last_id     TEXT NOT NULL,
  version     INTEGER NOT NULL
);`

// sqliteFile is a SQLite database.
type sqliteFile struct {
	db     *sql.DB
	insert string
}

// OpenSQLite opens a database, and makes it where there is none.
func OpenSQLite(path string) (Sink, error) {
	if err := owned(path); err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	// A commit has reached the disk, and another program may be busy with the file for a while.
	const settings = "_pragma=busy_timeout(30000)&_pragma=synchronous(full)&_txlock=immediate"
	db, err := sql.Open("sqlite", fileURL(abs)+"?"+settings)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(sqliteSchema); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &sqliteFile{db: db, insert: "INSERT OR IGNORE INTO fencepost_audit (" +
		strings.Join(columns(), ", ") + ") VALUES (?" + strings.Repeat(", ?", len(columns())-1) +
		")"}, nil
}

// fileURL is a path as SQLite takes it whatever signs it holds.
func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/data
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// owned makes a file that only this user can read, as the log is, unless there is one. What is no
// file cannot be gone on with.
func owned(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err == nil {
		return f.Close()
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return errors.New(path + " is no regular file")
	}
	return err
}

func (s *sqliteFile) Close() error { return s.db.Close() }

// room: a commit waits for the disk three times, and more records at once make that cheap.
func (s *sqliteFile) room() (records, bytes int) { return 4096, 8 << 20 }

func (s *sqliteFile) ended(ctx context.Context) (list positions, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT log, path, last_offset, last_id, version "+
		"FROM fencepost_audit_log ORDER BY rowid")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p position
		version := 0
		if err := rows.Scan(&p.Log, &p.path, &p.Offset, &p.ID, &version); err != nil {
			return nil, err
		}
		if version > sqliteVersion {
			return nil, fmt.Errorf("a newer version of fencepost wrote to this database (schema %d, "+
				"this one knows %d)", version, sqliteVersion)
		}
		list = append(list, p)
	}
	return list, rows.Err()
}

// put writes the records and the places in one transaction. A record that is there already, because
// another export ran at the same time, is left as it is.
func (s *sqliteFile) put(ctx context.Context, list []record) (got taken, err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return taken{}, err
	}
	defer tx.Rollback() // nothing after a commit
	rows, err := tx.PrepareContext(ctx, s.insert)
	if err != nil {
		return taken{}, err
	}
	defer rows.Close()
	last := map[string]*record{}
	for i := range list {
		rec := &list[i]
		res, err := rows.ExecContext(ctx, rec.values()...)
		if err != nil {
			return taken{}, err
		}
		n, err := res.RowsAffected()
		if err != nil {
			return taken{}, err
		}
		got.records += n
		last[rec.Log] = rec
	}
	// In the order of the records: a log that is new to the database comes behind those it knows.
	for i := range list {
		if rec := &list[i]; last[rec.Log] == rec {
			if err := keepPlace(ctx, tx, rec); err != nil {
				return taken{}, err
			}
		}
	}
	if err := tx.Commit(); err != nil {
		return taken{}, err
	}
	return got, nil
}

func keepPlace(ctx context.Context, tx *sql.Tx, rec *record) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO fencepost_audit_log (log, path, last_offset, last_id, "+
		"version) VALUES (?, ?, ?, ?, ?) ON CONFLICT (log) DO UPDATE SET path = excluded.path, "+
		"last_offset = excluded.last_offset, last_id = excluded.last_id, version = excluded.version",
		rec.Log, rec.path, rec.Offset, rec.ID, sqliteVersion)
	return err
}
