//! Writes blocks as Parquet with one row group each, and joins them without decoding.
//!
//! Equal rows give equal bytes: the encoding and compression of each column and the name of the writer are fixed, and
//! the file contains neither a time nor a host name.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, ParquetMetaDataReader};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type};

use crate::rows::{RowTable, Values};

/// Value of the `created_by` field of the files.
const BY: &str = concat!("tilewright ", env!("CARGO_PKG_VERSION"));

/// Encodes the rows of a block as a Parquet file.
pub(crate) fn write(table: &RowTable) -> Result<Vec<u8>, ParquetError> {
    let mut writer = SerializedFileWriter::new(Vec::new(), schema(table)?, Arc::new(properties(table)))?;
    let mut group = writer.next_row_group()?;
    for column in &table.columns {
        let Some(mut to) = group.next_column()? else { break };
        match &column.values {
            Values::Small(numbers) => {
                to.typed::<Int32Type>().write_batch(numbers, None, None)?;
            }
            Values::Large(numbers) => {
                // The logical type of the column is unsigned, so only the bits matter.
                let bits: Vec<i64> = numbers.iter().map(|n| n.cast_signed()).collect();
                to.typed::<Int64Type>().write_batch(&bits, None, None)?;
            }
            Values::Perhaps(numbers) => {
                let there: Vec<i16> = numbers.iter().map(|n| i16::from(n.is_some())).collect();
                let values: Vec<i32> = numbers.iter().copied().flatten().collect();
                to.typed::<Int32Type>().write_batch(&values, Some(&there), None)?;
            }
            Values::Text { known, at, .. } => {
                let known: Vec<ByteArray> = known.iter().map(|text| ByteArray::from(&**text)).collect();
                let values: Vec<ByteArray> = at.iter().map(|&which| known[which as usize].clone()).collect();
                to.typed::<ByteArrayType>().write_batch(&values, None, None)?;
            }
        }
        to.close()?;
    }
    group.close()?;
    writer.into_inner()
}

fn schema(table: &RowTable) -> Result<Arc<Type>, ParquetError> {
    let fields = table.columns.iter().map(|column| {
        let (physical, logical) = match column.values {
            Values::Small(_) | Values::Perhaps(_) => (Physical::INT32, None),
            Values::Large(_) => (Physical::INT64, Some(LogicalType::integer(64, false))),
            Values::Text { .. } => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let optional = matches!(column.values, Values::Perhaps(_));
        let repetition = if optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let field = Type::primitive_type_builder(&column.name, physical);
        field.with_repetition(repetition).with_logical_type(logical).build().map(Arc::new)
    });
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(Type::group_type_builder("rows").with_fields(fields).build()?))
}

fn properties(table: &RowTable) -> WriterProperties {
    let mut properties = common();
    for column in &table.columns {
        if let Values::Large(_) = column.values {
            let path = ColumnPath::from(column.name.as_str());
            // Game numbers grow by one and shrink to almost no bytes as differences. Seeds are incompressible in any
            // encoding.
            let encoding = if column.grows { Encoding::DELTA_BINARY_PACKED } else { Encoding::PLAIN };
            properties =
                properties.set_column_dictionary_enabled(path.clone(), false).set_column_encoding(path, encoding);
        }
    }
    properties.build()
}

fn common() -> parquet::file::properties::WriterPropertiesBuilder {
    WriterProperties::builder()
        .set_created_by(BY.to_owned())
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        // A block must be one row group, regardless of its number of rows.
        .set_max_row_group_row_count(None)
}

/// Writer that appends blocks to one Parquet file, in the order of the calls.
pub(crate) struct ParquetJoiner<W: Write + Send> {
    to: Option<W>,
    writer: Option<SerializedFileWriter<W>>,
    metadata: Vec<KeyValue>,
}

impl<W: Write + Send> ParquetJoiner<W> {
    /// Starts a file with key-value metadata, in the given order.
    pub(crate) fn new(to: W, metadata: Vec<(String, String)>) -> ParquetJoiner<W> {
        let metadata = metadata.into_iter().map(|(key, value)| KeyValue::new(key, value)).collect();
        ParquetJoiner { to: Some(to), writer: None, metadata }
    }

    /// Appends the row groups of an encoded block.
    pub(crate) fn add(&mut self, block: Vec<u8>) -> Result<(), ParquetError> {
        let bytes = bytes::Bytes::from(block);
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&bytes)?;
        if let Some(to) = self.to.take() {
            let schema = metadata.file_metadata().schema_descr().root_schema_ptr();
            let properties = common().set_key_value_metadata(Some(std::mem::take(&mut self.metadata))).build();
            self.writer = Some(SerializedFileWriter::new(to, schema, Arc::new(properties))?);
        }
        let Some(writer) = &mut self.writer else { return Ok(()) };
        for group in metadata.row_groups() {
            let mut to = writer.next_row_group()?;
            for column in group.columns() {
                let close = ColumnCloseResult {
                    bytes_written: column.compressed_size().cast_unsigned(),
                    rows_written: group.num_rows().cast_unsigned(),
                    metadata: column.clone(),
                    bloom_filter: None,
                    column_index: None,
                    offset_index: None,
                };
                to.append_column(&bytes, close)?;
            }
            to.close()?;
        }
        Ok(())
    }

    /// Finishes the file after the last block and returns the writer.
    pub(crate) fn end(self) -> Result<Option<W>, ParquetError> {
        match self.writer {
            Some(writer) => writer.into_inner().map(Some),
            None => Ok(self.to),
        }
    }
}
